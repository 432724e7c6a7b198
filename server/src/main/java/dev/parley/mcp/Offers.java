package dev.parley.mcp;

import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Tells clients when a list has changed. */
public final class Offers {
    /** A list that clients keep for a while. */
    public enum Kind {
        TOOLS("toolsListChanged", "notifications/tools/list_changed"),
        PROMPTS("promptsListChanged", "notifications/prompts/list_changed"),
        RESOURCES("resourcesListChanged", "notifications/resources/list_changed");

        private final String filter;
        private final String method;

        Kind(String filter, String method) {
            this.filter = filter;
            this.method = method;
        }

        /** How a client of the new protocol asks for it. */
        String filter() {
            return filter;
        }

        String method() {
            return method;
        }
    }

    private final Wakeups wakeups;
    private final Map<Kind, Topic> topics = new EnumMap<>(Kind.class);

    public Offers(Wakeups wakeups) {
        this.wakeups = wakeups;
        for (var kind : Kind.values()) {
            topics.put(kind, Topic.Local.next());
        }
    }

    /** Something was added to it, or taken away. */
    public void changed(Kind kind) {
        wakeups.wake(List.of(topic(kind)));
    }

    Topic topic(Kind kind) {
        return Objects.requireNonNull(topics.get(kind));
    }
}

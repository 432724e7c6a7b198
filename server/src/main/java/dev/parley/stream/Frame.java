package dev.parley.stream;

import dev.parley.protocol.codec.Json;
import dev.parley.store.table.FeedTable.Position;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change as it goes over the wire: made once and handed to all who get it. Only the last of its
 * events carries the id, so that whoever resumes has seen all or will see all of them again.
 */
final class Frame implements Item {
    private final Change change;
    private final String id;
    private final List<Event> events;
    // Whoever comes first makes it; two at once make the same.
    private volatile byte @Nullable [] sse;
    private volatile @Nullable List<String> texts;
    private volatile @Nullable Frame work;

    Frame(Change change, String id, List<Event> events) {
        this.change = change;
        this.id = id;
        this.events = List.copyOf(events);
    }

    Position position() {
        return change.position();
    }

    /** What it tells. */
    Change change() {
        return change;
    }

    /** The same change as what may be claimed. */
    Frame work() {
        var known = work;
        if (known == null) {
            known = new Frame(change, id, change.available());
            work = known;
        }
        return known;
    }

    byte[] sse() {
        var known = sse;
        if (known == null) {
            known = writeSse().getBytes(StandardCharsets.UTF_8);
            sse = known;
        }
        return known;
    }

    /** The same as messages of a WebSocket. */
    List<String> texts() {
        var known = texts;
        if (known == null) {
            known = writeTexts();
            texts = known;
        }
        return known;
    }

    private String writeSse() {
        var text = new StringBuilder();
        for (int i = 0; i < events.size(); i++) {
            var event = events.get(i);
            text.append("event: ").append(event.name()).append('\n');
            if (isLast(i)) {
                text.append("id: ").append(id).append('\n');
            }
            text.append("data: ").append(event.data()).append("\n\n");
        }
        return text.toString();
    }

    private List<String> writeTexts() {
        var out = new ArrayList<String>();
        for (int i = 0; i < events.size(); i++) {
            out.add(text(events.get(i), isLast(i) ? id : null));
        }
        return List.copyOf(out);
    }

    /** An event as a message of a WebSocket. */
    static String text(Event event, @Nullable String id) {
        var head = Json.object().put("event", event.name());
        if (id != null) {
            head.put("id", id);
        }
        head.put("sessionId", event.session());
        var text = Json.write(head);
        // The data is JSON already and may be large.
        return text.substring(0, text.length() - 1) + ",\"data\":" + event.data() + '}';
    }

    private boolean isLast(int i) {
        return i == events.size() - 1;
    }
}

package dev.parley.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.session.Ear;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tools and plans of one turn, as steps in the log. */
final class AcpSteps {
    /** Further ones are not kept; the log says so. */
    static final int MAX_STEPS = 500;

    /** How ACP calls what is known of a tool's call, and how the log does. */
    private static final Map<String, String> FIELDS =
            Map.of(
                    "title", "title",
                    "kind", "tool",
                    "status", "status",
                    "locations", "locations",
                    "rawInput", "arguments",
                    "content", "content",
                    "rawOutput", "output");

    private static final Set<String> OUTPUT = Set.of("content", "output", "status");
    private static final Set<String> FINAL = Set.of("completed", "failed");

    private final Ear ear;
    private final Map<String, ObjectNode> open = new LinkedHashMap<>();
    private final Set<String> closed = new HashSet<>();
    private @Nullable JsonNode plan;
    private int steps;

    AcpSteps(Ear ear) {
        this.ear = ear;
    }

    /** What is new about a call; gives all that is known of it. */
    ObjectNode call(JsonNode update) {
        var id = Excerpt.text(update.path("toolCallId").asText(), 200);
        var known = open.get(id);
        boolean isNew = known == null;
        var call = known == null ? Json.object().put("call_id", id) : known;
        FIELDS.forEach(
                (theirs, ours) -> {
                    if (update.hasNonNull(theirs)) {
                        call.set(ours, Excerpt.of(update.get(theirs)));
                    }
                });
        if (closed.contains(id)) {
            return call;
        }
        if (isNew && steps < MAX_STEPS) {
            open.put(id, call);
        }
        if (isNew) {
            step("tool_intent", title(call), call.deepCopy().without(OUTPUT));
        }
        if (FINAL.contains(call.path("status").asText())) {
            end(id, call);
        }
        return call;
    }

    /** What a call is about, in a few words. */
    static String title(ObjectNode call) {
        var title = call.path("title").asText();
        return OneLine.summary(title.isBlank() ? call.path("tool").asText("a tool") : title);
    }

    private void end(String id, ObjectNode call) {
        open.remove(id);
        if (closed.size() < MAX_STEPS) {
            closed.add(id);
        }
        step(
                "tool_result",
                OneLine.summary(title(call) + ": " + call.path("status").asText()),
                call.deepCopy().without(List.of("arguments", "locations")));
    }

    /** A plan replaces the one before. */
    void plan(JsonNode entries) {
        if (entries.equals(plan)) {
            return;
        }
        plan = entries;
        long done = entries.valueStream().filter(one -> isAt(one, "completed")).count();
        var next =
                entries.valueStream()
                        .filter(one -> !isAt(one, "completed"))
                        .findFirst()
                        .map(one -> ", next: " + one.path("content").asText())
                        .orElse("");
        var details = Json.object();
        details.set("entries", Excerpt.of(entries));
        var summary = done + " of " + entries.size() + " done" + next;
        step("plan_update", OneLine.summary(summary), details);
    }

    private static boolean isAt(JsonNode entry, String status) {
        return entry.path("status").asText().equals(status);
    }

    /** Nothing more will come of what is not over. */
    void letGo() {
        for (var call : Map.copyOf(open).entrySet()) {
            end(call.getKey(), call.getValue().put("status", "cancelled"));
        }
    }

    private void step(String kind, String summary, ObjectNode details) {
        steps++;
        if (steps < MAX_STEPS) {
            ear.step(kind, summary, details);
        } else if (steps == MAX_STEPS) {
            ear.step(kind, "does more than the log of one turn holds", Json.object());
        }
    }
}

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
    private static final Set<String> JUDGED =
            Set.of("title", "tool", "locations", "arguments", "content");
    private static final Set<String> FINAL = Set.of("completed", "failed");

    private final Ear ear;
    private final Map<String, Call> open = new LinkedHashMap<>();
    private final Set<String> closed = new HashSet<>();
    private @Nullable JsonNode plan;
    private int steps;

    /**
     * A call of a tool.
     *
     * @param known as the log has it
     * @param cut what of that is not whole
     */
    private record Call(ObjectNode known, Set<String> cut) {
        void note(String field, JsonNode value) {
            var kept = Excerpt.of(value);
            known.set(field, kept);
            if (kept.equals(value)) {
                cut.remove(field);
            } else {
                cut.add(field);
            }
        }
    }

    /**
     * A call for which it asks leave.
     *
     * @param isWhole whether all is known that it has ever told of it
     */
    record Wish(ObjectNode call, boolean isWhole) {}

    AcpSteps(Ear ear) {
        this.ear = ear;
    }

    /** What it says of a call where it asks leave is not cut: people judge by all of it. */
    Wish asked(JsonNode toolCall) {
        var call = call(toolCall);
        var whole = call.known.deepCopy();
        var cut = new HashSet<>(call.cut);
        cut.retainAll(JUDGED);
        FIELDS.forEach(
                (theirs, ours) -> {
                    if (toolCall.hasNonNull(theirs)) {
                        whole.set(ours, toolCall.get(theirs));
                        cut.remove(ours);
                    }
                });
        return new Wish(whole, cut.isEmpty());
    }

    /** What is new about a call. */
    void heard(JsonNode update) {
        var _ = call(update);
    }

    private Call call(JsonNode update) {
        var id = Excerpt.text(update.path("toolCallId").asText(), 200);
        var known = open.get(id);
        boolean isNew = known == null;
        var call =
                known == null ? new Call(Json.object().put("call_id", id), new HashSet<>()) : known;
        FIELDS.forEach(
                (theirs, ours) -> {
                    if (update.hasNonNull(theirs)) {
                        call.note(ours, update.get(theirs));
                    }
                });
        if (closed.contains(id)) {
            return call;
        }
        if (isNew && steps < MAX_STEPS) {
            open.put(id, call);
        }
        if (isNew) {
            step("tool_intent", title(call.known), call.known.deepCopy().without(OUTPUT));
        }
        if (FINAL.contains(call.known.path("status").asText())) {
            end(id, call.known);
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
            end(call.getKey(), call.getValue().known.put("status", "cancelled"));
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

package dev.parley.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Message;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.CanonicalJson;
import dev.parley.protocol.codec.Json;
import dev.parley.store.table.AwaitedTable;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What exactly a person is asked.
 *
 * @param context whatever helps to answer
 * @param choices the only answers there are; empty when any words will do
 * @param answerers the people who may answer; empty when all may
 * @param approval the exact action that is to be approved
 * @param guard the guard that asks, when it is not an agent
 * @param assignment what the guard asks about, by its seq
 */
public record Asked(
        String text,
        @Nullable JsonNode context,
        List<String> choices,
        List<String> answerers,
        @Nullable ObjectNode approval,
        @Nullable String guard,
        @Nullable Long assignment) {
    /** Asks whether an agent may have a tool do exactly this. */
    static final String TOOL_APPROVAL = "tool-approval";

    private static final int MAX_LISTED = 100;

    /** What the gateway asks before an agent's call of a tool is carried out. */
    public static Asked toApprove(
            String text, JsonNode context, String action, JsonNode arguments) {
        return new Asked(
                text,
                context,
                List.of(),
                List.of(),
                action(action, arguments),
                TOOL_APPROVAL,
                null);
    }

    boolean isToolApproval() {
        return TOOL_APPROVAL.equals(guard);
    }

    /** What a message asks; its summary, where its payload has no words for it. */
    static Asked of(Message message) {
        var payload = message.payload();
        var text =
                Stream.of("question", "text")
                        .map(payload::path)
                        .filter(node -> node.isTextual() && !node.textValue().isBlank())
                        .map(JsonNode::textValue)
                        .findFirst()
                        .orElse(message.summary());
        var answerers = listed(payload, "answerers");
        answerers.forEach(name -> Names.requireName("answerers", name));
        return new Asked(
                text,
                payload.get("context"),
                listed(payload, "choices"),
                answerers,
                approval(payload),
                null,
                null);
    }

    private static List<String> listed(ObjectNode payload, String field) {
        var node = payload.path(field);
        if (node.isMissingNode() || node.isNull()) {
            return List.of();
        }
        boolean isList =
                node.isArray()
                        && !node.isEmpty()
                        && node.size() <= MAX_LISTED
                        && node.valueStream().allMatch(one -> !one.asText().isBlank());
        if (!isList || !node.valueStream().allMatch(JsonNode::isTextual)) {
            throw bad("payload." + field + " must list 1 to " + MAX_LISTED + " texts");
        }
        return node.valueStream().map(JsonNode::textValue).distinct().toList();
    }

    private static @Nullable ObjectNode approval(ObjectNode payload) {
        var node = payload.path("approval");
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (node.path("action").asText().isBlank()) {
            throw bad("payload.approval must be {\"action\": \"NAME\", \"arguments\": {…}}");
        }
        return action(node.path("action").asText(), node.path("arguments"));
    }

    private static ObjectNode action(String action, JsonNode arguments) {
        return Json.object()
                .put("action", action)
                .set("arguments", arguments.isMissingNode() ? Json.object() : arguments);
    }

    /** By which one exact action is recognised: change one argument, and it is another. */
    public static String digest(String action, JsonNode arguments) {
        return digest(action(action, arguments));
    }

    private static String digest(ObjectNode approval) {
        return HexFormat.of().formatHex(CanonicalJson.digest(approval));
    }

    Optional<String> digest() {
        return Optional.ofNullable(approval).map(Asked::digest);
    }

    /** Whether it is asked because of a circle of which this is a part. */
    boolean isAboutWait(AwaitedTable.Key wait) {
        return Problem.CYCLE.slug().equals(guard)
                && context != null
                && context.path("cycle")
                        .valueStream()
                        .anyMatch(
                                part ->
                                        part.path("seq").asLong() == wait.seq()
                                                && wait.run()
                                                        .run()
                                                        .value()
                                                        .equals(part.path("run_id").asText()));
    }

    /** The runs that a guard asks about, where it is more than the one in which it asks. */
    List<RunId> runs() {
        return guard == null || context == null
                ? List.of()
                : context.path("cycle")
                        .valueStream()
                        .map(wait -> new RunId(wait.path("run_id").asText()))
                        .distinct()
                        .toList();
    }

    public static Asked read(String json) {
        var body = Json.parseTrusted(json);
        return new Asked(
                body.path("text").asText(),
                body.get("context"),
                body.path("choices").valueStream().map(JsonNode::asText).toList(),
                body.path("answerers").valueStream().map(JsonNode::asText).toList(),
                body.get("approval") instanceof ObjectNode action ? action : null,
                body.path("guard").textValue(),
                body.has("assignment") ? body.path("assignment").longValue() : null);
    }

    String write() {
        var body = Json.object().put("text", text);
        if (context != null) {
            body.set("context", context);
        }
        var offered = body.putArray("choices");
        choices.forEach(offered::add);
        var people = body.putArray("answerers");
        answerers.forEach(people::add);
        if (approval != null) {
            body.set("approval", approval);
        }
        if (guard != null) {
            body.put("guard", guard);
        }
        return Json.write(assignment == null ? body : body.put("assignment", assignment));
    }

    private static ParleyException bad(String detail) {
        return new ParleyException(Problem.BAD_VALUE, detail);
    }
}

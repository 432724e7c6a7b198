package dev.parley.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.PayloadRef;
import dev.parley.protocol.Problem;
import dev.parley.protocol.ToolStatus;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of a call, as far as it is known.
 *
 * @param call the message that began it
 * @param tool by its full name
 * @param result what the tool has answered: content, and whether that is an error
 * @param reason why there is no such answer
 * @param ref where the whole answer is kept, when it is too large for the log
 * @param duplicate whether it was begun before, by the very same request
 */
public record Outcome(
        MessageId call,
        String tool,
        ToolStatus status,
        @Nullable JsonNode result,
        @Nullable String reason,
        @Nullable PayloadRef ref,
        boolean duplicate) {
    static final String RESULT = "result";

    static Outcome running(MessageId call, String tool) {
        return new Outcome(call, tool, ToolStatus.RUNNING, null, null, null, false);
    }

    static Outcome answered(MessageId call, String tool, JsonNode result) {
        var status = result.path("isError").asBoolean() ? ToolStatus.ERROR : ToolStatus.COMPLETED;
        return new Outcome(call, tool, status, result, null, null, false);
    }

    static Outcome without(MessageId call, String tool, ToolStatus how, String reason) {
        return new Outcome(call, tool, how, null, reason, null, false);
    }

    /** As the log tells it. */
    static Outcome read(MessageId call, Message told) {
        var payload = told.payload();
        return new Outcome(
                call,
                payload.path("tool").asText(),
                Wire.read(ToolStatus.class, "status", payload.path("status").asText()),
                payload.get(RESULT),
                payload.path("reason").textValue(),
                told.payloadRef(),
                false);
    }

    ObjectNode payload() {
        var body =
                Json.object()
                        .put("call_id", call.value())
                        .put("tool", tool)
                        .put("status", Wire.name(status));
        if (reason != null) {
            body.put("reason", reason);
        }
        return result == null ? body : body.set(RESULT, result);
    }

    Outcome kept(@Nullable PayloadRef where) {
        return new Outcome(call, tool, status, result, reason, where, duplicate);
    }

    Outcome repeated() {
        return new Outcome(call, tool, status, result, reason, ref, true);
    }

    /** The same; refuses where there is no answer of the tool and never will be. */
    public Outcome requireAnswer() {
        return switch (status) {
            case RUNNING, COMPLETED, ERROR -> this;
            case TIMED_OUT -> throw problem(Problem.TOOL_TIMEOUT);
            case FAILED, INTERRUPTED -> throw problem(Problem.TOOL_FAILED);
            case DENIED -> throw problem(Problem.TOOL_DENIED);
        };
    }

    private ParleyException problem(Problem what) {
        return new ParleyException(
                what,
                tool + ": " + (reason == null ? what.title() : reason),
                Map.of("call_id", call.value()));
    }
}

package dev.parley.client.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;

/** What came of a task. */
public sealed interface Result {
    /** How long a reason may be. */
    int MAX_REASON = 1_000;

    /**
     * It is done.
     *
     * @param said {@code result}, and whatever else there is to say
     */
    record Done(ObjectNode said) implements Result {}

    /**
     * It could not be done.
     *
     * @param mayRetry whether another attempt may succeed
     */
    record Failed(String reason, boolean mayRetry) implements Result {
        public Failed {
            reason = cut(reason);
        }
    }

    /** It should not be done by anybody. */
    record Rejected(String reason) implements Result {
        public Rejected {
            reason = cut(reason);
        }
    }

    /** It was not done, and is there for others as it was. */
    record Released(String reason) implements Result {
        public Released {
            reason = cut(reason);
        }
    }

    static Result done(String text) {
        return done(TextNode.valueOf(text));
    }

    static Result done(JsonNode result) {
        ObjectNode said = Json.object();
        said.set("result", result);
        return new Done(said);
    }

    static Result failed(String reason) {
        return new Failed(reason, false);
    }

    /** It failed this time. */
    static Result tryAgain(String reason) {
        return new Failed(reason, true);
    }

    static Result rejected(String reason) {
        return new Rejected(reason);
    }

    /** As it is kept on disk. */
    default ObjectNode json() {
        return switch (this) {
            case Done(var said) -> {
                var kept = Json.object().put("deed", "complete");
                kept.set("said", said);
                yield kept;
            }
            case Failed(var reason, var mayRetry) ->
                    Json.object().put("deed", "fail").put("reason", reason).put("retry", mayRetry);
            case Rejected(var reason) -> Json.object().put("deed", "reject").put("reason", reason);
            case Released(var reason) -> Json.object().put("deed", "release").put("reason", reason);
        };
    }

    /** Reads what {@link #json} wrote. */
    static Result read(ObjectNode kept) {
        var reason = kept.path("reason").asText("");
        return switch (kept.path("deed").asText("")) {
            case "complete" -> new Done(kept.withObject("said"));
            case "fail" -> new Failed(reason, kept.path("retry").asBoolean());
            case "reject" -> new Rejected(reason);
            case "release" -> new Released(reason);
            default -> throw new ParleyException(Problem.BAD_VALUE, "this is no kept result");
        };
    }

    private static String cut(String reason) {
        return reason.length() <= MAX_REASON ? reason : reason.substring(0, MAX_REASON - 1) + "…";
    }
}

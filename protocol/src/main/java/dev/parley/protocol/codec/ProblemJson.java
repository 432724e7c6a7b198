package dev.parley.protocol.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** A problem as {@code application/problem+json}. */
public final class ProblemJson {
    public static final String MEDIA_TYPE = "application/problem+json";

    private static final Set<String> MEMBERS =
            Set.of("type", "title", "status", "detail", "code", "message", "recoverable", "error");

    private ProblemJson() {}

    /** The members of RFC 9457, Parley's own, {@code error} for older readers, and the extras. */
    public static ObjectNode write(ParleyException problem) {
        var row = problem.problem();
        var out =
                new ObjectWriter()
                        .put("type", "about:blank")
                        .put("title", row.title())
                        .put("status", row.status())
                        .put("detail", problem.detail())
                        .put("code", row.slug())
                        .put("message", problem.detail())
                        .put("recoverable", row.recoverable())
                        .put("error", problem.detail());
        problem.extras().entrySet().stream()
                .filter(extra -> !MEMBERS.contains(extra.getKey()))
                .sorted(Map.Entry.comparingByKey())
                .forEach(
                        extra ->
                                out.put(extra.getKey(), Json.MAPPER.valueToTree(extra.getValue())));
        return out.object();
    }

    /** What a hub answered; a code that this version does not know is judged by the status. */
    public static ParleyException read(int httpStatus, ObjectNode body) {
        var problem =
                Problem.ofSlug(body.path("code").asText()).orElseGet(() -> ofStatus(httpStatus));
        var detail =
                Stream.of("detail", "message", "error")
                        .map(body::path)
                        .filter(JsonNode::isTextual)
                        .map(JsonNode::textValue)
                        .findFirst()
                        .orElse(problem.title());
        var extras = new HashMap<String, Object>();
        for (var member : body.properties()) {
            if (!MEMBERS.contains(member.getKey()) && !member.getValue().isNull()) {
                extras.put(member.getKey(), plain(member.getValue()));
            }
        }
        return new ParleyException(problem, detail, extras);
    }

    private static Object plain(JsonNode value) {
        return switch (value.getNodeType()) {
            case STRING -> value.textValue();
            case NUMBER -> value.numberValue();
            case BOOLEAN -> value.booleanValue();
            case OBJECT, ARRAY, BINARY, MISSING, NULL, POJO -> value;
        };
    }

    private static Problem ofStatus(int status) {
        return switch (status) {
            case 401 -> Problem.UNAUTHENTICATED;
            case 403 -> Problem.FORBIDDEN;
            case 404, 410 -> Problem.NOT_FOUND;
            case 405 -> Problem.METHOD_NOT_ALLOWED;
            case 409, 412 -> Problem.CONFLICT;
            case 413 -> Problem.BODY_SIZE;
            case 415 -> Problem.MEDIA_TYPE;
            case 416 -> Problem.BAD_RANGE;
            case 422 -> Problem.BAD_VALUE;
            case 429 -> Problem.RATE_LIMITED;
            case 408, 502, 503, 504 -> Problem.OUTCOME_UNKNOWN;
            case 507 -> Problem.STORE_FULL;
            default -> status >= 500 ? Problem.INTERNAL : Problem.BAD_REQUEST;
        };
    }
}

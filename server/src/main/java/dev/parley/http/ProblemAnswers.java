package dev.parley.http;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.ProblemJson;
import java.util.Map;
import org.eclipse.jetty.server.Request;

/**
 * Turns whatever went wrong into an answer: problem+json, and the headers that its status asks for.
 */
final class ProblemAnswers {
    /** Extras of a problem that are headers too. */
    static final String ALLOW = "allow";

    private static final String RETRY_AFTER = "retry_after";
    private static final String LIMIT = "limit";
    private static final String HOW_TO_AUTHENTICATE =
            "Send \"Authorization: Bearer <token>\". The owner creates tokens with ./parley token"
                    + " create.";

    private final Incidents incidents;

    ProblemAnswers(Incidents incidents) {
        this.incidents = incidents;
    }

    Answer of(Request request, Throwable thrown) {
        return switch (thrown) {
            case ParleyException known -> of(known);
            case InterruptedException ended ->
                    of(new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down"));
            default -> of(incidents.report(request, thrown));
        };
    }

    static Answer of(ParleyException exception) {
        int status = exception.problem().status();
        return switch (status) {
            case 401 ->
                    render(hinted(exception)).with("WWW-Authenticate", "Bearer realm=\"parley\"");
            case 405 -> withExtra(render(exception), "Allow", exception, ALLOW, "");
            case 408 -> render(exception).with("Connection", "close");
            case 429 -> rated(exception, retryAfter(exception));
            case 503, 507 -> retryAfter(exception);
            default -> render(exception);
        };
    }

    private static Answer retryAfter(ParleyException exception) {
        return withExtra(render(exception), "Retry-After", exception, RETRY_AFTER, "1");
    }

    /** Where a rate was exceeded, which one. */
    private static Answer rated(ParleyException exception, Answer answer) {
        if (!exception.extras().containsKey(LIMIT)) {
            return answer;
        }
        var limited = withExtra(answer, "RateLimit-Limit", exception, LIMIT, "");
        return withExtra(limited, "RateLimit-Reset", exception, RETRY_AFTER, "1")
                .with("RateLimit-Remaining", "0");
    }

    private static Answer render(ParleyException exception) {
        return Answer.problem(exception.problem().status(), ProblemJson.write(exception));
    }

    private static Answer withExtra(
            Answer answer,
            String header,
            ParleyException exception,
            String extra,
            String otherwise) {
        var value = exception.extras().getOrDefault(extra, otherwise);
        return answer.with(header, value.toString());
    }

    private static ParleyException hinted(ParleyException exception) {
        return exception.extras().isEmpty()
                ? new ParleyException(
                        exception.problem(),
                        exception.detail(),
                        Map.of("hint", HOW_TO_AUTHENTICATE))
                : exception;
    }
}

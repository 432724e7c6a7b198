package dev.parley.http;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Request.Handler.AbortException;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** Says in problem+json what Jetty refuses before it gets to us: malformed, oversized, late. */
final class JettyErrors implements Request.Handler {
    private final Incidents incidents;

    JettyErrors(Incidents incidents) {
        this.incidents = incidents;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        var cause = (Throwable) request.getAttribute(ErrorHandler.ERROR_EXCEPTION);
        int status = cause instanceof HttpException http ? http.getCode() : response.getStatus();
        if (cause instanceof IOException && !(cause instanceof HttpException)) {
            callback.failed(new AbortException(cause));
            return true;
        }
        // Jetty may close the connection after this, and the client must not take it for a live
        // one.
        var answer = ProblemAnswers.of(explain(request, status, cause)).with("Connection", "close");
        AnswerWriter.head(answer, response);
        var bytes = ((Answer.Whole) answer.content()).bytes();
        response.write(true, bytes, callback);
        return true;
    }

    private ParleyException explain(Request request, int status, @Nullable Throwable cause) {
        var reason = cause instanceof HttpException http ? http.getReason() : null;
        return switch (status) {
            case 404 -> because(Problem.NOT_FOUND, reason);
            case 408 -> because(Problem.REQUEST_TIMEOUT, reason);
            case 413 -> because(Problem.BODY_SIZE, reason);
            case 414 -> because(Problem.URI_TOO_LONG, reason);
            case 431 -> because(Problem.HEADERS_TOO_LARGE, reason);
            case 503 -> because(Problem.SHUTTING_DOWN, reason);
            case 501, 505 -> because(Problem.BAD_REQUEST, reason);
            default -> {
                if (status < 500) {
                    yield because(Problem.BAD_REQUEST, reason);
                }
                if (cause instanceof TimeoutException) {
                    yield because(Problem.REQUEST_TIMEOUT, null);
                }
                yield incidents.report(
                        request, cause == null ? new IllegalStateException("" + status) : cause);
            }
        };
    }

    private static ParleyException because(Problem problem, @Nullable String reason) {
        return new ParleyException(problem, reason == null ? problem.title() : reason);
    }
}

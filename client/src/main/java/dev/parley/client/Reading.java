package dev.parley.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.ProblemJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeoutException;

/** Judges what came back: an answer, a refusal, or something that is worth another attempt. */
final class Reading {
    /** Only these may be about the moment rather than about the request. */
    private static final Set<Integer> PASSING = Set.of(408, 429, 502, 503, 504, 507);

    /** What a proxy says when the hub behind it is away. */
    private static final Set<Integer> GATEWAY = Set.of(502, 503, 504);

    private final Whereabouts base;

    Reading(Whereabouts base) {
        this.base = base;
    }

    Outcome<Answer> json(HttpResponse<byte[]> response) {
        if (!succeeded(response)) {
            return refusal(response, response.body());
        }
        if (response.body().length == 0) {
            return new Outcome.Done<>(new Answer(JsonNodeFactory.instance.objectNode()));
        }
        try {
            return new Outcome.Done<>(new Answer(Json.parseTrusted(response.body())));
        } catch (ParleyException e) {
            var strange =
                    Stranger.answered(
                            Problem.BAD_JSON, base + " does not answer as a Parley hub does");
            strange.initCause(e);
            return new Outcome.Refused<>(strange);
        }
    }

    Outcome<InputStream> stream(HttpResponse<InputStream> response, int maxRefusal) {
        if (succeeded(response)) {
            return new Outcome.Done<>(response.body());
        }
        try (var body = response.body()) {
            return refusal(response, body.readNBytes(maxRefusal));
        } catch (IOException e) {
            return unreachable(e);
        }
    }

    <T> Outcome<T> unreachable(Throwable cause) {
        var detail = "the hub at " + base + " cannot be reached: " + reason(cause);
        return new Outcome.Postponed<>(
                new ParleyException(Problem.UNREACHABLE, detail, cause), Duration.ZERO);
    }

    <T> Outcome<T> interrupted(InterruptedException cause) {
        var detail = "interrupted while waiting for the hub at " + base;
        return new Outcome.Refused<>(new ParleyException(Problem.UNREACHABLE, detail, cause));
    }

    private <T> Outcome<T> refusal(HttpResponse<?> response, byte[] body) {
        int status = response.statusCode();
        var problem = problem(status, body);
        return PASSING.contains(status) && problem.problem().recoverable()
                ? new Outcome.Postponed<>(problem, retryAfter(response))
                : new Outcome.Refused<>(problem);
    }

    private ParleyException problem(int status, byte[] body) {
        var said = object(body);
        var read = ProblemJson.read(status, said);
        if (said.path("code").isTextual()) {
            return read;
        }
        return GATEWAY.contains(status)
                ? new ParleyException(
                        Problem.UNREACHABLE,
                        "the hub at " + base + " cannot be reached: HTTP status " + status)
                : Stranger.answered(
                        read.problem(), read.detail() + " (HTTP status " + status + ")");
    }

    private static ObjectNode object(byte[] body) {
        try {
            return Json.parseObject(body);
        } catch (ParleyException notProblemJson) {
            return JsonNodeFactory.instance.objectNode();
        }
    }

    private static boolean succeeded(HttpResponse<?> response) {
        return response.statusCode() / 100 == 2;
    }

    private static Duration retryAfter(HttpResponse<?> response) {
        return response.headers()
                .firstValue("Retry-After")
                .filter(value -> value.matches("\\d{1,9}"))
                .map(value -> Duration.ofSeconds(Long.parseLong(value)))
                .orElse(Duration.ZERO);
    }

    private static String reason(Throwable cause) {
        return switch (cause) {
            case ConnectException e when e.getCause() instanceof UnresolvedAddressException ->
                    "unknown host";
            case ConnectException _ -> "connection refused";
            case TimeoutException _ -> "no answer in time";
            default -> cause.getMessage() == null ? "connection lost" : cause.getMessage();
        };
    }
}

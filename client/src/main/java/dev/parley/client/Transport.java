package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Requests and answers: every one carries the token, is bounded in time and size, and is repeated
 * unchanged while that may help. Only what is safe to repeat is ever sent through here.
 */
final class Transport implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final long MAX_ANSWER_BYTES = 64L << 20;
    private static final int MAX_REFUSAL_BYTES = 64 << 10;

    private final Whereabouts hub;
    private final String token;
    private final String instance;
    private final Patience patience;
    private final Attempts attempts;
    private final Reading reading;
    private final Ids ids = Ids.random(InstantSource.system());
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT)
                    .build();

    Transport(Whereabouts hub, String token, String instance, Patience patience) {
        this.hub = hub;
        this.token = token;
        this.instance = instance;
        this.patience = patience;
        this.attempts = new Attempts(patience);
        this.reading = new Reading(hub);
    }

    /** The same for another running copy of the agent. */
    Transport as(String other) {
        return new Transport(hub, token, other, patience);
    }

    String mint(String prefix) {
        return ids.next(prefix);
    }

    Answer get(Target target) {
        return get(target, Duration.ZERO);
    }

    Answer get(Target target, Duration wait) {
        return exchange(target, request().GET(), patience.answer().plus(wait));
    }

    /**
     * For what the hub recognises when it comes twice: by its message_id, or because it is a read.
     */
    Answer post(Target target, ObjectNode body, Duration wait) {
        return exchange(target, posting(body), patience.answer().plus(wait));
    }

    /** For every other write: a key of its own lets the hub recognise the repetition. */
    Answer postOnce(Target target, ObjectNode body) {
        return post(target, body, Duration.ZERO, mint("key"));
    }

    /** The same with a key that outlives the call. */
    Answer post(Target target, ObjectNode body, Duration wait, String key) {
        var request = posting(body).header("Idempotency-Key", key);
        return exchange(target, request, patience.answer().plus(wait));
    }

    /** The same for bytes. */
    Answer upload(Target target, BodyPublisher bytes, Duration atMost) {
        var request =
                request()
                        .header("Content-Type", "application/octet-stream")
                        .header("Idempotency-Key", mint("key"))
                        .POST(bytes);
        return exchange(target, request, patience.answer().plus(atMost));
    }

    /** For what is the same however often it is put. */
    Answer put(Target target, ObjectNode body) {
        var request =
                request()
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofByteArray(Json.bytes(body)));
        return exchange(target, request, patience.answer());
    }

    void delete(Target target) {
        exchange(
                target,
                request().header("Idempotency-Key", mint("key")).DELETE(),
                patience.answer());
    }

    /** Copies what is there into the sink and says how many bytes that were. */
    long download(Target target, OutputStream sink) {
        var body = body(target, request().header("Accept", "*/*").GET());
        return new Download(hub, patience.stall()).copy(body, sink);
    }

    /** Server-sent events, after what was seen of them. */
    InputStream stream(Target target, Optional<String> seen) {
        var request = request().header("Accept", "text/event-stream").GET();
        seen.ifPresent(id -> request.header("Last-Event-ID", id));
        return body(target, request);
    }

    /** Waits before something is tried again that worked, but to no end. */
    void pause(int failures) {
        try {
            Thread.sleep(patience.pause(failures));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private InputStream body(Target target, HttpRequest.Builder request) {
        return attempts.until(
                () ->
                        once(
                                target,
                                request,
                                patience.answer(),
                                BodyHandlers.ofInputStream(),
                                response -> reading.stream(response, MAX_REFUSAL_BYTES)));
    }

    private Answer exchange(Target target, HttpRequest.Builder request, Duration atMost) {
        var bounded = BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_ANSWER_BYTES);
        return attempts.until(() -> once(target, request, atMost, bounded, reading::json));
    }

    private <B, T> Outcome<T> once(
            Target target,
            HttpRequest.Builder request,
            Duration atMost,
            BodyHandler<B> handler,
            Function<HttpResponse<B>, Outcome<T>> read) {
        URI place;
        try {
            place = target.on(hub.now());
        } catch (ParleyException nowhere) {
            return nowhere.problem().recoverable()
                    ? new Outcome.Postponed<>(nowhere, Duration.ZERO)
                    : new Outcome.Refused<>(nowhere);
        }
        var pending = http.sendAsync(request.copy().uri(place).build(), handler);
        try {
            return read.apply(pending.get(atMost.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            return reading.unreachable(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            pending.cancel(true);
            return reading.unreachable(e);
        } catch (InterruptedException e) {
            pending.cancel(true);
            Thread.currentThread().interrupt();
            return reading.interrupted(e);
        }
    }

    private HttpRequest.Builder posting(ObjectNode body) {
        return request()
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(Json.bytes(body)));
    }

    private HttpRequest.Builder request() {
        var request = HttpRequest.newBuilder().header("Authorization", "Bearer " + token);
        return instance.isEmpty() ? request : request.header("X-Parley-Instance", instance);
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}

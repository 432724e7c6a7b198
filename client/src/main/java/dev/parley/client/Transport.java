package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Ids;
import dev.parley.protocol.codec.Json;
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

    private final URI base;
    private final String token;
    private final Patience patience;
    private final Attempts attempts;
    private final Reading reading;
    private final Ids ids = Ids.random(InstantSource.system());
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT)
                    .build();

    Transport(URI base, String token, Patience patience) {
        this.base = base;
        this.token = token;
        this.patience = patience;
        this.attempts = new Attempts(patience);
        this.reading = new Reading(base);
    }

    String mint(String prefix) {
        return ids.next(prefix);
    }

    Answer get(Target target) {
        return get(target, Duration.ZERO);
    }

    Answer get(Target target, Duration wait) {
        return exchange(request(target).GET().build(), patience.answer().plus(wait));
    }

    /**
     * For what the hub recognises when it comes twice: by its message_id, or because it is a read.
     */
    Answer post(Target target, ObjectNode body, Duration wait) {
        return exchange(posting(target, body).build(), patience.answer().plus(wait));
    }

    /** For every other write: a key of its own lets the hub recognise the repetition. */
    Answer postOnce(Target target, ObjectNode body) {
        var request = posting(target, body).header("Idempotency-Key", mint("key")).build();
        return exchange(request, patience.answer());
    }

    /** The same for bytes. */
    Answer upload(Target target, BodyPublisher bytes, Duration atMost) {
        var request =
                request(target)
                        .header("Content-Type", "application/octet-stream")
                        .header("Idempotency-Key", mint("key"))
                        .POST(bytes);
        return exchange(request.build(), patience.answer().plus(atMost));
    }

    void delete(Target target) {
        var request = request(target).header("Idempotency-Key", mint("key")).DELETE().build();
        exchange(request, patience.answer());
    }

    /** Copies what is there into the sink and says how many bytes that were. */
    long download(Target target, OutputStream sink) {
        var request = request(target).header("Accept", "*/*").GET().build();
        var body =
                attempts.until(
                        () ->
                                once(
                                        request,
                                        patience.answer(),
                                        BodyHandlers.ofInputStream(),
                                        response -> reading.stream(response, MAX_REFUSAL_BYTES)));
        return new Download(base, patience.stall()).copy(body, sink);
    }

    private Answer exchange(HttpRequest request, Duration atMost) {
        var bounded = BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_ANSWER_BYTES);
        return attempts.until(() -> once(request, atMost, bounded, reading::json));
    }

    private <B, T> Outcome<T> once(
            HttpRequest request,
            Duration atMost,
            BodyHandler<B> handler,
            Function<HttpResponse<B>, Outcome<T>> read) {
        var pending = http.sendAsync(request, handler);
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

    private HttpRequest.Builder posting(Target target, ObjectNode body) {
        return request(target)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(Json.bytes(body)));
    }

    private HttpRequest.Builder request(Target target) {
        return HttpRequest.newBuilder(target.on(base)).header("Authorization", "Bearer " + token);
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}

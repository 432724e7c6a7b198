package dev.parley.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.Caller;
import dev.parley.openapi.Conformance;
import dev.parley.protocol.codec.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A client of server-sent events that reads them one by one. */
public final class EventStream implements AutoCloseable {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final InputStream body;
    private final BufferedReader lines;
    private String lastId = "";

    /** One event; the id is empty when it carries none. */
    public record Told(String event, String id, ObjectNode data) {
        long seq() {
            return data.path("seq").asLong();
        }
    }

    private EventStream(InputStream body) {
        this.body = body;
        this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    }

    /** Opens a stream, and returns when the hub has let it in. */
    public static EventStream open(Caller caller, String path, String... headers) {
        var request = caller.request(path);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            var response = HTTP.send(request.build(), BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
            return new EventStream(response.body());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted");
        }
    }

    static EventStream resume(Caller caller, String path, String lastId) {
        return open(caller, path, "Last-Event-ID", lastId);
    }

    /** The next event; empty when the hub has ended the stream. */
    public Optional<Told> next() {
        var event = "";
        var id = "";
        var data = new StringBuilder();
        try {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.isEmpty()) {
                    lastId = id.isEmpty() ? lastId : id;
                    if (!data.isEmpty()) {
                        var told = new Told(event, id, Json.parseTrusted(data.toString()));
                        Conformance.requireEvent(event, told.data());
                        return Optional.of(told);
                    }
                    event = "";
                    id = "";
                } else if (line.startsWith("event: ")) {
                    event = line.substring(7);
                } else if (line.startsWith("id: ")) {
                    id = line.substring(4);
                } else if (line.startsWith("data: ")) {
                    data.append(line.substring(6));
                }
            }
            return Optional.empty();
        } catch (IOException cut) {
            return Optional.empty();
        }
    }

    public Told expect(String event) {
        var told = next().orElseThrow();
        assertThat(told.event()).isEqualTo(event);
        return told;
    }

    /** The seqs of the messages that come next. */
    List<Long> seqs(int count) {
        var seqs = new ArrayList<Long>();
        while (seqs.size() < count) {
            seqs.add(expect("agent_message").seq());
        }
        return seqs;
    }

    /** A line as it comes. */
    String line() {
        try {
            return lines.readLine();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Where to resume. */
    String lastId() {
        return lastId;
    }

    @Override
    public void close() {
        try {
            body.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}

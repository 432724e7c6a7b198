package dev.parley.tool.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.program.JsonRpc;
import dev.parley.program.LineReader;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.EventLines;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads what a server elsewhere answers.
 *
 * @param limit the longest message that is read
 */
record WebReader(Reach.Http server, int limit) {
    private static final int MAX_SHOWN = 200;

    /** Hears what is said before an answer. */
    interface Ear {
        void hear(JsonNode message) throws IOException, InterruptedException;
    }

    /** A server that refuses may say why in JSON-RPC. */
    Reply refused(int status, InputStream body) throws IOException {
        var text = new String(body.readNBytes(limit), UTF_8);
        try {
            var message = Json.parse(text);
            if (JsonRpc.isAnswer(message)) {
                return Reply.of(message);
            }
        } catch (ParleyException _) {
            // It said so otherwise.
        }
        if (status == 401 || status == 403) {
            throw new ParleyException(
                    Problem.TOOL_UNAVAILABLE,
                    server + " answered " + status + "; look at its headers in parley.yaml");
        }
        var shown = text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
        return new Reply.Refusal(status, "HTTP " + status + " " + shown.strip());
    }

    Reply whole(InputStream body) throws IOException {
        var bytes = body.readNBytes(limit + 1);
        return bytes.length > limit ? new Reply.TooLarge(limit) : Reply.of(Json.parse(bytes));
    }

    /** Reads events until the answer comes. */
    Reply follow(InputStream body, long id, Ear ear) throws IOException, InterruptedException {
        var lines = new LineReader(body, limit);
        var events = new EventLines();
        for (var line = lines.next(); line != null; line = lines.next()) {
            if (line.isCut() || events.waiting() > limit) {
                return new Reply.TooLarge(limit);
            }
            var event = events.take(new String(line.bytes(), UTF_8));
            if (event.isPresent() && !event.get().data().isBlank()) {
                var message = Json.parse(event.get().data());
                if (Rpc.isAnswerTo(message, id)) {
                    return Reply.of(message);
                }
                ear.hear(message);
            }
        }
        return new Reply.Refusal(0, "the stream ended before the answer");
    }
}

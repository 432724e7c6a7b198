package dev.parley.client.agent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.client.ParleyClient;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Part;
import dev.parley.protocol.codec.Json;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A message that came for an agent.
 *
 * @param payload its data, also where that is too large to stand in the log
 */
public record Received(Message message, ObjectNode payload) {
    /** Where the words stand in what is sent without parts. */
    private static final List<String> WORDS =
            List.of("text", "task", "question", "choice", "answer", "decision", "result");

    /** Nothing larger is a payload that was moved out of the log; it is a file. */
    private static final long MAX_MOVED = 1 << 20;

    /** With a payload that was too large for the log, from where it is kept. */
    static Received whole(ParleyClient client, Message message) {
        var moved = message.payloadRef();
        if (moved == null || moved.size() > MAX_MOVED) {
            return new Received(message, message.payload());
        }
        var bytes = new ByteArrayOutputStream();
        client.blobs().download(moved.blobId(), bytes);
        try {
            return new Received(message, Json.parseTrusted(bytes.toByteArray()));
        } catch (ParleyException _) {
            return new Received(message, message.payload()); // a file, for whoever wants it
        }
    }

    /** Who sent it, as their run calls them. */
    public String from() {
        return message.fromAgent().value();
    }

    /** What it says in words. */
    public String text() {
        var parts =
                message.parts().stream()
                        .flatMap(part -> part.text().stream())
                        .collect(Collectors.joining("\n"));
        if (!parts.isEmpty()) {
            return parts;
        }
        return WORDS.stream()
                .map(name -> payload.path(name).asText(""))
                .filter(words -> !words.isEmpty())
                .findFirst()
                .orElse(message.summary());
    }

    public List<Part> parts() {
        return message.parts();
    }

    /** Whether its sender waits for a reply. */
    public boolean expectsReply() {
        return message.expectsReply();
    }

    /** Whether it answers something, and so is never answered automatically itself. */
    public boolean isReply() {
        return !Replies.isDue(message);
    }
}

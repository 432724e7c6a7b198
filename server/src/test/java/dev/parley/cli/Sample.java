package dev.parley.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Part;
import dev.parley.protocol.Priority;
import dev.parley.protocol.RunId;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Source;
import dev.parley.protocol.ThreadId;
import dev.parley.protocol.Trace;
import dev.parley.protocol.Visibility;
import dev.parley.protocol.codec.Envelope;
import dev.parley.protocol.codec.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Messages to show. */
final class Sample {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private Sample() {}

    static Message message(long seq, String from, String to, String summary, String... texts) {
        return message(seq, from, to, summary, JsonNodeFactory.instance.objectNode(), texts);
    }

    static Message message(
            long seq, String from, String to, String summary, ObjectNode payload, String... texts) {
        return new Message(
                new MessageId("msg_" + seq),
                new RunId("run_1"),
                new SessionId("ses_1"),
                new ThreadId("thr_1"),
                seq,
                new Address(from),
                "agent:" + from,
                new Address(to),
                "message",
                Act.SAY,
                summary,
                payload,
                List.of(texts).stream()
                        .map(text -> new Part("text", TextNode.valueOf(text)))
                        .toList(),
                Visibility.INTERNAL,
                Priority.NORMAL,
                false,
                false,
                null,
                null,
                null,
                NOON.plusSeconds(seq),
                Source.AGENT,
                null,
                new Trace("t", 0, from),
                null);
    }

    static String json(Message message) {
        return new String(Json.bytes(Envelope.write(message)), StandardCharsets.UTF_8);
    }
}

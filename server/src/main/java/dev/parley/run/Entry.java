package dev.parley.run;

import dev.parley.protocol.Message;
import dev.parley.protocol.codec.Envelope;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import java.time.Instant;
import java.util.List;

/**
 * A message as a row of the log: what queries need as columns, the rest of the envelope as JSON.
 */
public final class Entry {
    private static final List<String> COLUMNS =
            List.of("run_id", "message_id", "seq", "kind", "created_at");

    private Entry() {}

    static String body(Message message) {
        return Json.write(Envelope.write(message).remove(COLUMNS));
    }

    static MessageTable.Row row(
            RunKey run, Message message, String body, byte[] digest, long seq, Instant at) {
        return new MessageTable.Row(
                new MessageTable.Key(run, message.messageId()),
                seq,
                message.kind(),
                at,
                digest,
                body);
    }

    /** The message that a row holds. */
    public static Message message(MessageTable.Row row) {
        var envelope = Json.parseTrusted(row.body());
        envelope.put("run_id", row.key().run().run().value());
        envelope.put("message_id", row.key().message().value());
        envelope.put("seq", row.seq());
        envelope.put("kind", row.kind());
        envelope.set("created_at", Times.epochSeconds(row.createdAt()));
        return Envelope.read(envelope);
    }
}

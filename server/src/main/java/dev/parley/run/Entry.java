package dev.parley.run;

import dev.parley.protocol.Message;
import dev.parley.protocol.codec.Envelope;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.Times;
import dev.parley.store.table.MessageTable;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32C;

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

    /** By which a changed row is recognised. */
    public static long checksum(String id, String kind, String body) {
        var crc = new CRC32C();
        for (var text : List.of(id, "\n", kind, "\n", body)) {
            crc.update(text.getBytes(StandardCharsets.UTF_8));
        }
        return crc.getValue();
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

package dev.parley.store.table;

import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a list shows of a message, however much more there is of it.
 *
 * @param summary the beginning of it
 */
public record Line(
        RunId run,
        String message,
        long seq,
        String kind,
        Instant createdAt,
        String from,
        String to,
        String sender,
        String visibility,
        @Nullable String fromSession,
        String summary) {
    /** How much of a summary is read. */
    private static final int MAX_WORDS = 1_000;

    static final String SUMMARY = "substr(json_extract(m.body, '$.summary'), 1, " + MAX_WORDS + ")";

    static final String COLUMNS =
            "m.run_id, m.message_id, m.seq, m.kind, m.created_at, json_extract(m.body,"
                    + " '$.from_agent', '$.to_agent', '$.sender', '$.visibility',"
                    + " '$.from_session'), "
                    + SUMMARY;

    static Line read(ResultSet row) throws SQLException {
        var fields = Json.parse(row.getString(6));
        return new Line(
                new RunId(row.getString(1)),
                row.getString(2),
                row.getLong(3),
                row.getString(4),
                Instant.ofEpochMilli(row.getLong(5)),
                fields.path(0).asText(),
                fields.path(1).asText(),
                fields.path(2).asText(),
                fields.path(3).asText(),
                fields.path(4).textValue(),
                row.getString(7));
    }
}

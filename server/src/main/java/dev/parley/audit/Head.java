package dev.parley.audit;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Meta;
import dev.parley.store.Sql;
import dev.parley.store.table.AuditTable;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * The end of the chain: how many entries it has, and the hash of the last. Whoever has written one
 * down can tell later whether the chain still holds everything up to there.
 */
public record Head(long n, String hash) {
    /** Where the chain begins. */
    static final Head NONE = new Head(0, "0".repeat(64));

    /** The row of {@link Meta} that holds it. */
    static final String KEY = "audit-head";

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18}):([0-9a-f]{64})");

    static Head of(AuditTable.Row entry) {
        return new Head(entry.n(), entry.hash());
    }

    /** Reads {@code N:HASH}, as {@link #toString} writes it. */
    public static Head parse(String text) {
        var parts = TEXT.matcher(text.strip());
        if (!parts.matches()) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a head is N:HASH, a number and 64 hexadecimal digits, as the server log and"
                            + " backups have it");
        }
        return new Head(Long.parseLong(parts.group(1)), parts.group(2));
    }

    public static Head read(Sql sql) throws SQLException {
        return Meta.TABLE.value(sql, KEY).map(Head::parse).orElse(NONE);
    }

    @Override
    public String toString() {
        return n + ":" + hash;
    }
}

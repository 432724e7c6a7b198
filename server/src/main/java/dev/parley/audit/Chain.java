package dev.parley.audit;

import dev.parley.protocol.codec.CanonicalJson;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Meta;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AuditTable;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HexFormat;

/** How entries hang together: each has a hash over itself and the hash of the one before it. */
final class Chain {
    /** All nodes on one database append to one chain. */
    private static final String LOCK = "audit";

    private Chain() {}

    static void touches(Touches touches) {
        touches.lock(LOCK);
        touches.row(Meta.TABLE, Head.KEY);
    }

    /** For a command that finds out only while it is decided that it appends something. */
    static void hold(Tx tx) {
        tx.hold(LOCK);
    }

    /** Adds an entry at the end, and moves the end. */
    static Head append(Tx tx, Happening what, Instant at, long count) throws SQLException {
        var heads = tx.rows(Meta.TABLE);
        var last = heads.find(Head.KEY).map(row -> Head.parse(row.value())).orElse(Head.NONE);
        var entry =
                new AuditTable.Row(
                        last.n() + 1,
                        Instant.ofEpochMilli(at.toEpochMilli()),
                        what.space(),
                        what.principal(),
                        what.tokenId(),
                        what.action(),
                        what.target(),
                        what.outcome(),
                        count,
                        what.detail(),
                        last.hash(),
                        "");
        var hashed = entry.hashed(hash(entry));
        tx.rows(AuditTable.TABLE).put(hashed);
        var head = Head.of(hashed);
        heads.put(new Meta.Entry(Head.KEY, head.toString()));
        return head;
    }

    /** SHA-256 over the canonical JSON of everything but the hash itself. */
    static String hash(AuditTable.Row entry) {
        var json =
                Json.object()
                        .put("n", entry.n())
                        .put("created_at", entry.createdAt().toEpochMilli())
                        .put("space", entry.space())
                        .put("principal", entry.principal())
                        .put("token_id", entry.tokenId())
                        .put("action", entry.action())
                        .put("target", entry.target())
                        .put("outcome", entry.outcome())
                        .put("count", entry.count())
                        .put("detail", entry.detail())
                        .put("previous", entry.previous());
        return HexFormat.of().formatHex(CanonicalJson.digest(json));
    }
}

package dev.parley.run;

import dev.parley.protocol.Message;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Tx;
import dev.parley.store.table.DeadLetterHeadTable;
import dev.parley.store.table.DeadLetterTable;
import dev.parley.store.table.LetterType;
import dev.parley.store.table.ReceiptTable;
import java.sql.SQLException;
import java.util.Arrays;

/** Messages that nobody acked, or replied to: they become letters. */
public final class GivenUp {
    /** What the log, and the letter, say when a message was never acked. */
    public static final String UNACKED = "unacked";

    /** What the letter says when nobody has replied to a message. */
    public static final String UNREPLIED = "unreplied";

    /** What the log says when such a message is delivered anew. */
    public static final String REQUEUED = "requeued";

    /** As much as is kept of one; the log has the rest. */
    private static final int MAX_BYTES = 64 << 10;

    /** Room is made for so many letters at once. */
    private static final int SOME = 100;

    private GivenUp() {}

    /** Lists a message among the dead letters, as its sender's. */
    static void list(
            Tx tx,
            ReceiptTable.Key receipt,
            Message message,
            String from,
            LetterType why,
            String reason)
            throws SQLException {
        var code =
                switch (why) {
                    case TIMED_OUT -> UNACKED;
                    case DEAD -> Problem.RUN_ENDED.slug();
                    case MALFORMED -> throw new IllegalArgumentException(from);
                };
        put(tx, receipt, message, from, why, code, reason);
    }

    /** The same for a message that nobody has replied to. */
    static void listUnreplied(Tx tx, ReceiptTable.Key receipt, Message message, String from)
            throws SQLException {
        put(
                tx,
                receipt,
                message,
                from,
                LetterType.TIMED_OUT,
                UNREPLIED,
                receipt.recipient() + " has not replied in time");
    }

    private static void put(
            Tx tx,
            ReceiptTable.Key receipt,
            Message message,
            String from,
            LetterType type,
            String code,
            String reason)
            throws SQLException {
        var body = Json.bytes(Format.ENVELOPE.write(message));
        var label = message.sender();
        int colon = label.indexOf(':');
        boolean isAgent = label.startsWith("agent:");
        var key = DeadLetterTable.Key.of(receipt);
        tx.rows(DeadLetterTable.TABLE)
                .put(
                        new DeadLetterTable.Row(
                                key,
                                type,
                                new DeadLetterTable.Sender(
                                        isAgent ? "worker" : label.substring(0, Math.max(0, colon)),
                                        label.substring(colon + 1),
                                        isAgent ? from : null),
                                receipt.run().run(),
                                code,
                                reason,
                                Arrays.copyOf(body, Math.min(body.length, MAX_BYTES)),
                                body.length,
                                tx.now()));
        makeRoom(tx, key.holder());
    }

    /** Drops the oldest letters of a recipient in a run, some at a time. */
    private static void makeRoom(Tx tx, DeadLetterHeadTable.Key holder) throws SQLException {
        var heads = tx.rows(DeadLetterHeadTable.TABLE);
        var head =
                heads.find(holder).orElseGet(() -> new DeadLetterHeadTable.Row(holder, null, 0, 0));
        long n = head.head() + 1;
        int dropped = 0;
        if (n > DeadLetterTable.MAX_KEPT && n % SOME == 0) {
            var sql = tx.bulk(DeadLetterTable.TABLE);
            dropped = DeadLetterTable.TABLE.drop(sql, holder, DeadLetterTable.MAX_KEPT);
        }
        heads.put(new DeadLetterHeadTable.Row(holder, null, n, head.dropped() + dropped));
    }
}

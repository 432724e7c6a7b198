package dev.parley.run;

import dev.parley.protocol.Message;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Tx;
import dev.parley.store.table.DeadLetterTable;
import dev.parley.store.table.LetterType;
import dev.parley.store.table.ReceiptTable;
import java.util.Arrays;

/** Messages that nobody acked: they become letters. */
public final class GivenUp {
    /** What the log, and the letter, say when a message was never acked. */
    public static final String UNACKED = "unacked";

    /** What the log says when such a message is delivered anew. */
    public static final String REQUEUED = "requeued";

    /** As much as is kept of one; the log has the rest. */
    private static final int MAX_BYTES = 64 << 10;

    private GivenUp() {}

    /** Lists a message among the dead letters, as its sender's. */
    static void list(
            Tx tx,
            ReceiptTable.Key receipt,
            Message message,
            String from,
            LetterType why,
            String reason) {
        var body = Json.bytes(Format.ENVELOPE.write(message));
        var label = message.sender();
        int colon = label.indexOf(':');
        boolean isAgent = label.startsWith("agent:");
        tx.rows(DeadLetterTable.TABLE)
                .put(
                        new DeadLetterTable.Row(
                                DeadLetterTable.Key.of(receipt),
                                why,
                                new DeadLetterTable.Sender(
                                        isAgent ? "worker" : label.substring(0, Math.max(0, colon)),
                                        label.substring(colon + 1),
                                        isAgent ? from : null),
                                receipt.run().run(),
                                switch (why) {
                                    case TIMED_OUT -> UNACKED;
                                    case DEAD -> Problem.RUN_ENDED.slug();
                                    case MALFORMED -> throw new IllegalArgumentException(label);
                                },
                                reason,
                                Arrays.copyOf(body, Math.min(body.length, MAX_BYTES)),
                                body.length,
                                tx.now()));
    }
}

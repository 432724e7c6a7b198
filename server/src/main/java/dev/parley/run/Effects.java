package dev.parley.run;

import dev.parley.protocol.Act;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.PayloadRef;
import dev.parley.protocol.Problem;
import dev.parley.store.Tx;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.BlobKey;
import dev.parley.store.table.BlobTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.ReceiptState;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunKey;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a new entry changes beside the log, in the same transaction. */
final class Effects {
    /** What may be the reply to something; anything else only shows that it has arrived. */
    private static final Set<Act> ANSWERS =
            EnumSet.of(Act.RESULT, Act.ANSWER, Act.USER_ANSWER, Act.DECIDE, Act.FINAL, Act.SAY);

    private final Tx tx;
    private final RunKey run;

    Effects(Tx tx, RunKey run) {
        this.tx = tx;
        this.run = run;
    }

    /**
     * Applies them.
     *
     * @param parent the entry that the message is about
     * @param sender whose receipt of the parent it moves
     */
    void of(Message message, MessageTable.@Nullable Row parent, String sender) throws SQLException {
        if (message.act() == Act.ACK && parent != null) {
            ack(parent, sender);
        } else if (parent != null) {
            reply(message.act(), parent, sender);
        }
        var blob = message.payloadRef();
        if (blob != null) {
            refer(blob);
        }
    }

    private void ack(MessageTable.Row parent, String recipient) throws SQLException {
        var receipts = tx.rows(ReceiptTable.TABLE);
        var receipt =
                receipts.find(new ReceiptTable.Key(run, recipient, parent.seq()))
                        .orElseThrow(
                                () ->
                                        new ParleyException(
                                                Problem.NOT_ADDRESSED,
                                                "message "
                                                        + parent.key().message()
                                                        + " was not addressed to "
                                                        + recipient));
        if (receipt.ackedAt() == null) {
            Settling.put(tx, receipt, receipt.acked(tx.now()));
        }
    }

    /** A reply by an addressee acks what it is about, and answers it if that is what it does. */
    private void reply(Act act, MessageTable.Row parent, String recipient) throws SQLException {
        var receipts = tx.rows(ReceiptTable.TABLE);
        var found = receipts.find(new ReceiptTable.Key(run, recipient, parent.seq()));
        if (found.isEmpty() || found.get().state() == ReceiptState.ANSWERED) {
            return;
        }
        var receipt = found.get();
        if (ANSWERS.contains(act) && !isAwaited(parent)) {
            Settling.put(tx, receipt, receipt.answered(tx.now()));
        } else if (receipt.ackedAt() == null) {
            Settling.put(tx, receipt, receipt.acked(tx.now()));
        }
    }

    /** Whether somebody still waits for a reply to it. */
    private boolean isAwaited(MessageTable.Row message) throws SQLException {
        return tx.rows(AwaitedTable.TABLE)
                .find(new AwaitedTable.Key(run, message.seq()))
                .filter(AwaitedTable.Row::isOpen)
                .isPresent();
    }

    private void refer(PayloadRef ref) throws SQLException {
        var blobs = tx.rows(BlobTable.TABLE);
        var blob =
                blobs.find(new BlobKey(run.space(), ref.blobId()))
                        .orElseThrow(
                                () ->
                                        new ParleyException(
                                                Problem.UNKNOWN_BLOB,
                                                "payload_ref names "
                                                        + ref.blobId()
                                                        + ", which is not stored here"));
        if (blob.size() != ref.size() || !blob.sha256().equals(ref.sha256())) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "payload_ref does not match the blob: it has "
                            + blob.size()
                            + " bytes and sha256 "
                            + blob.sha256());
        }
        blobs.put(blob.referred());
    }
}

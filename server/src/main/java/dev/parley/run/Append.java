package dev.parley.run;

import dev.parley.bus.Topic;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.BlobKey;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds one entry to a run's log, with everything that follows from it, or finds that it is there.
 *
 * @param message complete but for its seq and time, which only the log can give
 * @param speaker the agent that sends it, by name, or {@code user}
 * @param minted whether the hub made up the message id, so that it cannot be there already
 * @param parent the entry this one is about
 */
// Commands are compared by nobody.
@SuppressWarnings("ArrayRecordComponent")
public record Append(
        RunKey run,
        Message message,
        String body,
        long checksum,
        byte[] digest,
        String speaker,
        Set<String> recipients,
        boolean minted,
        MessageTable.@Nullable Row parent)
        implements Command<Posted> {
    @Override
    public void touches(Touches touches) {
        touches.lock(run.lock());
        if (message.payloadRef() != null) {
            touches.lock(BlobKey.lock(run.space()));
        }
        touches.row(RunTable.TABLE, run);
        if (!minted) {
            touches.row(MessageTable.TABLE, key());
        }
    }

    @Override
    public int weight() {
        return 512 + body.length();
    }

    @Override
    public Posted decide(Tx tx) throws SQLException {
        var row = tx.rows(RunTable.TABLE).find(run).orElseThrow(() -> Runs.unknown(run.run()));
        if (!minted) {
            var known = tx.rows(MessageTable.TABLE).findRepeated(key());
            if (known.isPresent()) {
                return repeated(known.get());
            }
        }
        if (row.status().isFinal()) {
            throw new ParleyException(
                    Problem.RUN_ENDED, "the run has ended; nothing more can be added to it");
        }
        var grown = row.grown();
        tx.rows(RunTable.TABLE).put(grown);
        tx.rows(MessageTable.TABLE)
                .put(
                        new MessageTable.Row(
                                key(),
                                grown.head(),
                                message.kind(),
                                tx.now(),
                                checksum,
                                digest,
                                body));
        tx.rows(FeedTable.TABLE).put(FeedTable.Change.message(run, grown.head()));
        for (var recipient : recipients) {
            var receipt = new ReceiptTable.Key(run, recipient, grown.head());
            tx.rows(ReceiptTable.TABLE)
                    .put(ReceiptTable.Row.queued(receipt, message.requiresAck()));
        }
        new Effects(tx, run).of(message, parent, speaker);
        tx.wake(new Topic.Run(run.space(), run.run()));
        return new Posted(message.messageId(), grown.head(), false);
    }

    private MessageTable.Key key() {
        return new MessageTable.Key(run, message.messageId());
    }

    private Posted repeated(MessageTable.Row known) {
        if (!Arrays.equals(known.digest(), digest)) {
            throw new ParleyException(
                    Problem.MESSAGE_ID_CONFLICT,
                    "message_id "
                            + message.messageId()
                            + " was used in this run for another message (seq "
                            + known.seq()
                            + ")");
        }
        return new Posted(message.messageId(), known.seq(), true);
    }
}

package dev.parley.run;

import dev.parley.bus.Topic;
import dev.parley.metric.Tally;
import dev.parley.protocol.Message;
import dev.parley.store.Tx;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.InboxTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.Standing;
import java.sql.SQLException;

/** A run's log within a batch: adds lines, and keeps the run's row in step with them. */
final class Log {
    private final Tx tx;
    private RunTable.Row run;

    Log(Tx tx, RunTable.Row run) {
        this.tx = tx;
        this.run = run;
    }

    RunTable.Row run() {
        return run;
    }

    /** Adds a line with what follows from it for its recipients, and returns it in its place. */
    Message add(Line line) throws SQLException {
        var message = line.message();
        put(run.grown(message.act(), message.visibility()));
        var key = run.key();
        long seq = run.head();
        tx.rows(MessageTable.TABLE)
                .put(
                        new MessageTable.Row(
                                new MessageTable.Key(key, message.messageId()),
                                seq,
                                message.kind(),
                                tx.now(),
                                line.checksum(),
                                line.digest(),
                                line.body()));
        tx.rows(FeedTable.TABLE).put(FeedTable.Change.message(key, seq));
        for (var recipient : line.recipients()) {
            var receipt = new ReceiptTable.Key(key, recipient, seq);
            long position = InboxTable.TABLE.add(tx, receipt, 1);
            tx.rows(ReceiptTable.TABLE)
                    .put(ReceiptTable.Row.queued(receipt, message.requiresAck(), position));
        }
        tx.wake(topic(key));
        tx.tally(new Tally.Appended(message.act()));
        return message.at(seq, tx.now());
    }

    void stands(Standing standing) throws SQLException {
        if (!standing.equals(run.standing())) {
            boolean isTold = !standing.silent(0).equals(run.standing().silent(0));
            put(run.standing(standing));
            if (isTold) {
                tx.rows(FeedTable.TABLE).put(FeedTable.Change.run(run));
            }
            Tasked.follow(tx, run);
        }
    }

    /** Somebody takes part from now on. */
    void joined() {
        put(run.joined());
    }

    private void put(RunTable.Row now) {
        run = now;
        tx.rows(RunTable.TABLE).put(now);
    }

    private static Topic topic(RunKey key) {
        return new Topic.Run(key.space(), key.run());
    }
}

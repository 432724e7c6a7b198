package dev.parley.run;

import dev.parley.bus.Topic;
import dev.parley.protocol.Address;
import dev.parley.store.Tx;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.HeldTable;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.InboxTable;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The clocks of runs: how long an ack may take, and that none runs while its run is paused. */
public final class Clocks {
    /** With these nobody has to ack in time. */
    public static final Clocks OFF = new Clocks(() -> 0, Duration.ZERO, 2);

    /** How often a message that needs no ack may go to instances that do not finish it. */
    public static final int MAX_ATTEMPTS = 10;

    private final LongSupplier time;
    private final long patience;
    private final int redeliveries;

    /**
     * Clocks that go by hub time.
     *
     * @param patience how long an ack may take; zero for as long as anybody likes
     * @param redeliveries how often a message that was not acked comes again
     */
    public Clocks(LongSupplier time, Duration patience, int redeliveries) {
        this.time = time;
        this.patience = patience.toMillis();
        this.redeliveries = redeliveries;
    }

    long now() {
        return time.getAsLong();
    }

    boolean areOff() {
        return patience == 0;
    }

    /** A message is being handed over for the first time; people may take as long as they like. */
    public void delivered(Tx tx, ReceiptTable.Row receipt) throws SQLException {
        if (receipt.deliveredAt() != null) {
            handedAgain(tx, receipt);
        } else if (!areOff()
                && receipt.needsAck()
                && !receipt.key().recipient().equals(Address.USER.value())) {
            start(tx, AckClockTable.Row.first(receipt.key()));
        }
    }

    /** A message is being handed over that was delivered before. */
    public void handedAgain(Tx tx, ReceiptTable.Row receipt) throws SQLException {
        var clock = tx.rows(AckClockTable.TABLE).find(receipt.key()).filter(row -> !row.handed());
        if (clock.isPresent() && receipt.needsAck()) {
            start(tx, clock.get().handedOver());
        } else if (clock.isPresent()) {
            tx.rows(AckClockTable.TABLE).remove(receipt.key());
        }
    }

    /** Whether a message has come so often that it is given up. */
    boolean isSpent(AckClockTable.Row clock) {
        return clock.missed() > redeliveries;
    }

    /**
     * Whoever was given a message is gone, and has not done with it: it comes again for the others,
     * unless it did so too often; then it is given up by whoever looks after the clocks.
     */
    public void left(Tx tx, ReceiptTable.Row receipt) throws SQLException {
        var clocks = tx.rows(AckClockTable.TABLE);
        var clock =
                clocks.find(receipt.key())
                        .orElseGet(() -> AckClockTable.Row.first(receipt.key()))
                        .missedOnce();
        boolean isSpent =
                receipt.needsAck() ? isSpent(clock) : attempt(tx, receipt) >= MAX_ATTEMPTS;
        if (isSpent) {
            clocks.put(clock.handedOver().due(now()));
            return;
        }
        var given = receipt.deliveredAt();
        again(tx, receipt.delivered(given == null ? tx.now() : given).requeued());
        clocks.put(clock.toHand().stopped());
    }

    private static int attempt(Tx tx, ReceiptTable.Row receipt) throws SQLException {
        var place = new InboxTable.Key(InboxKey.of(receipt.key()), receipt.position());
        return tx.rows(InboxTable.TABLE).find(place).map(InboxTable.Row::attempt).orElse(1);
    }

    /** Has a clock run from now on, or as soon as its run goes on. */
    void start(Tx tx, AckClockTable.Row clock) throws SQLException {
        if (areOff()) {
            tx.rows(AckClockTable.TABLE).put(clock.stopped());
            return;
        }
        var run = tx.rows(RunTable.TABLE).find(clock.key().run());
        boolean isPaused = run.filter(row -> row.standing().paused()).isPresent();
        tx.rows(AckClockTable.TABLE)
                .put(isPaused ? clock.standing(patience) : clock.due(now() + patience));
    }

    /** Puts a message once more into its recipient's inbox, and tells those who listen. */
    static void again(Tx tx, ReceiptTable.Row receipt) throws SQLException {
        var key = receipt.key();
        int attempt = attempt(tx, receipt) + 1;
        long position = InboxTable.TABLE.add(tx, key, attempt);
        tx.rows(ReceiptTable.TABLE).put(receipt.at(position));
        var held = tx.rows(HeldTable.TABLE);
        var holder = held.find(key);
        if (holder.isPresent()) {
            held.put(holder.get().at(position));
        }
        tx.rows(FeedTable.TABLE).put(FeedTable.Change.again(key, attempt));
        tx.wake(new Topic.Run(key.run().space(), key.run().run()));
    }

    /** The run is being paused: what is left of each time is kept. */
    void stop(Tx tx, RunKey run) throws SQLException {
        AckClockTable.TABLE.stop(tx.bulk(AckClockTable.TABLE), run, now());
        AwaitedTable.TABLE.hold(tx.bulk(AwaitedTable.TABLE), run, tx.now());
    }

    /** The run goes on, and so does what was left. */
    void goOn(Tx tx, RunKey run) throws SQLException {
        AckClockTable.TABLE.goOn(tx.bulk(AckClockTable.TABLE), run, now());
        AwaitedTable.TABLE.goOn(tx.bulk(AwaitedTable.TABLE), run, tx.now());
        QuestionTable.TABLE.goOn(tx.bulk(QuestionTable.TABLE), run);
    }

    /** What was asked while the run is paused need not be replied to before it goes on. */
    static void hold(Tx tx, AwaitedTable.Key asked) throws SQLException {
        var awaited = tx.rows(AwaitedTable.TABLE);
        var open = awaited.find(asked).filter(AwaitedTable.Row::isOpen);
        if (open.isPresent()) {
            awaited.put(open.get().held(tx.now()));
        }
    }
}

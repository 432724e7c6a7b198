package dev.parley.run;

import dev.parley.bus.Topic;
import dev.parley.protocol.Address;
import dev.parley.store.Tx;
import dev.parley.store.table.AckClockTable;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.InboxTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The clocks of runs: how long an ack may take, and that none runs while its run is paused. */
public final class Clocks {
    /** With these nobody has to ack in time. */
    public static final Clocks OFF = new Clocks(() -> 0, Duration.ZERO);

    private final LongSupplier time;
    private final long patience;

    /**
     * Clocks that go by hub time.
     *
     * @param patience how long an ack may take; zero for as long as anybody likes
     */
    public Clocks(LongSupplier time, Duration patience) {
        this.time = time;
        this.patience = patience.toMillis();
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
            handedAgain(tx, receipt.key());
        } else if (!areOff()
                && receipt.needsAck()
                && !receipt.key().recipient().equals(Address.USER.value())) {
            start(tx, AckClockTable.Row.first(receipt.key()));
        }
    }

    /** A message is being handed over that was delivered before. */
    public void handedAgain(Tx tx, ReceiptTable.Key key) throws SQLException {
        var clock = tx.rows(AckClockTable.TABLE).find(key).filter(row -> !row.handed());
        if (clock.isPresent()) {
            start(tx, clock.get().handedOver());
        }
    }

    /** Has a clock run from now on, or as soon as its run goes on. */
    void start(Tx tx, AckClockTable.Row clock) throws SQLException {
        var run = tx.rows(RunTable.TABLE).find(clock.key().run());
        boolean isPaused = run.filter(row -> row.standing().paused()).isPresent();
        tx.rows(AckClockTable.TABLE)
                .put(isPaused ? clock.standing(patience) : clock.due(now() + patience));
    }

    /** Puts a message once more into its recipient's inbox, and tells those who listen. */
    static AckClockTable.Row redeliver(Tx tx, AckClockTable.Row clock) throws SQLException {
        var again = clock.again();
        var key = again.key();
        InboxTable.TABLE.add(tx, key, again.attempt());
        tx.rows(FeedTable.TABLE).put(FeedTable.Change.again(key, again.attempt()));
        tx.wake(new Topic.Run(key.run().space(), key.run().run()));
        return again;
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

package dev.parley.topic;

import dev.parley.protocol.Space;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.EventHeadTable;
import dev.parley.store.table.EventTable;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/** Lets the oldest events of each space go, by age and by what they take. */
public final class Retention {
    private static final int PAGE = 500;
    private static final int MAX_SPACES = 10_000;

    private final Store store;
    private final InstantSource clock;
    private final Duration age;
    private final long bytes;

    /**
     * Bounds; each of them may be zero for none.
     *
     * @param age how long an event is kept
     * @param bytes how much those of a space may take
     */
    public Retention(Store store, InstantSource clock, Duration age, long bytes) {
        this.store = store;
        this.clock = clock;
        this.age = age;
        this.bytes = bytes;
    }

    /** Lets go of what is beyond the bounds, a page at a time. */
    public void round() {
        var cut = age.isZero() ? Instant.MIN : clock.instant().minus(age);
        for (var head : store.read(sql -> EventHeadTable.TABLE.all(sql, MAX_SPACES))) {
            while (letGo(head.space(), cut)) {
                Thread.onSpinWait();
            }
        }
    }

    private boolean letGo(Space space, Instant cut) {
        var head = store.read(sql -> EventHeadTable.TABLE.of(sql, space));
        var oldest = store.read(sql -> EventTable.TABLE.after(sql, space, head.gone(), PAGE));
        long over = bytes == 0 ? 0 : head.bytes() - bytes;
        int count = 0;
        for (var event : oldest) {
            if (over <= 0 && !event.createdAt().isBefore(cut)) {
                break;
            }
            over -= event.bytes();
            count++;
        }
        var going = oldest.subList(0, count);
        if (!going.isEmpty()) {
            store.write(new Forget(space, going));
        }
        return count == oldest.size() && count > 0;
    }

    private record Forget(Space space, List<EventTable.Row> events) implements Command<Integer> {
        @Override
        public void touches(Touches touches) {
            touches.lock(EventHeadTable.Row.lock(space));
            touches.row(EventHeadTable.TABLE, space);
        }

        @Override
        public Integer decide(Tx tx) throws SQLException {
            var heads = tx.rows(EventHeadTable.TABLE);
            var head = heads.find(space).orElseThrow();
            int gone = 0;
            for (var event : events) {
                if (event.key().seq() > head.gone()) {
                    tx.rows(EventTable.TABLE).remove(event.key());
                    head = head.shrunk(event.key().seq(), event.bytes());
                    gone++;
                }
            }
            heads.put(head);
            return gone;
        }
    }
}

package dev.parley.agent;

import dev.parley.store.table.InstanceTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * When this node saw instances, and when it last wrote that down: the first look is written at
 * once, later ones together when that has been a while.
 */
final class Marks {
    static final int MAX = 10_000;
    private static final long NEVER = Long.MIN_VALUE / 2;
    private static final Mark UNKNOWN = new Mark(NEVER, NEVER, false, 0);

    private final long period;
    private final Map<InstanceTable.Key, Mark> marks = new ConcurrentHashMap<>();

    /** An instance and when it was seen, in hub time. */
    record Seen(InstanceTable.Key key, long at) {}

    /**
     * What is known of an instance.
     *
     * @param unwritten whether it was seen since the last write
     * @param open how many streams and waits it holds here
     */
    private record Mark(long written, long seen, boolean unwritten, int open) {
        Mark seen(long now) {
            return new Mark(written, now, true, open);
        }

        Mark write(long now) {
            return new Mark(now, open > 0 ? now : seen, false, open);
        }

        Mark open(int more) {
            return new Mark(written, seen, unwritten, Math.max(0, open + more));
        }

        boolean isIdle() {
            return open == 0 && !unwritten;
        }
    }

    /**
     * @param period how long a write is good for, in milliseconds of hub time
     */
    Marks(long period) {
        this.period = period;
    }

    /** Notes a look; true when it has to be written at once, or {@link #miss} called. */
    boolean see(InstanceTable.Key key, long now) {
        if (marks.size() >= MAX) {
            marks.values().removeIf(Mark::isIdle);
        }
        var due = new AtomicBoolean();
        marks.compute(
                key,
                (_, known) -> {
                    var seen = (known == null ? UNKNOWN : known).seen(now);
                    due.set(now - seen.written >= period);
                    return due.get() ? seen.write(now) : seen;
                });
        return due.get();
    }

    /** What has not been written for a while and is now going to be. */
    List<Seen> due(long now) {
        var due = new ArrayList<Seen>();
        for (var key : marks.keySet()) {
            marks.computeIfPresent(
                    key,
                    (_, known) -> {
                        if (known.isIdle() || now - known.written < period) {
                            return known;
                        }
                        var written = known.write(now);
                        due.add(new Seen(key, written.seen));
                        return written;
                    });
        }
        return due;
    }

    /** Nothing that holds is written about it, so the next look has to be. */
    void miss(InstanceTable.Key key) {
        marks.computeIfPresent(key, (_, known) -> new Mark(NEVER, known.seen, false, known.open));
    }

    void open(InstanceTable.Key key) {
        marks.compute(key, (_, known) -> (known == null ? UNKNOWN : known).open(1));
    }

    /** It was there until now. */
    void close(InstanceTable.Key key, long now) {
        marks.computeIfPresent(key, (_, known) -> known.seen(now).open(-1));
    }
}

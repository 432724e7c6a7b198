package dev.parley.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Refusals whose minute has not ended yet. Those of one kind and principal become one entry with a
 * count, so that nobody fills the chain by knocking.
 */
final class Refusals {
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final int MAX_KINDS = 1_024;

    private final Map<Happening.Kind, Counted> open = new LinkedHashMap<>();
    private long dropped;

    /** The first of its kind, when that was, and how many there were. */
    record Counted(Happening first, Instant at, long count) {
        Counted again() {
            return new Counted(first, at, count + 1);
        }

        /** Also when the clock was set back meanwhile. */
        boolean isOver(Instant now) {
            return Duration.between(at, now).abs().compareTo(MINUTE) >= 0;
        }
    }

    synchronized void add(Happening refusal, Instant now) {
        var kind = refusal.kind();
        if (open.size() >= MAX_KINDS && !open.containsKey(kind)) {
            dropped++;
            return;
        }
        open.merge(kind, new Counted(refusal, now, 1), (counted, _) -> counted.again());
    }

    /** Takes those whose minute is over. */
    synchronized List<Counted> takeOver(Instant now) {
        var over = open.values().stream().filter(counted -> counted.isOver(now)).toList();
        over.forEach(counted -> open.remove(counted.first.kind()));
        return withDropped(over, now);
    }

    synchronized List<Counted> takeAll(Instant now) {
        var all = List.copyOf(open.values());
        open.clear();
        return withDropped(all, now);
    }

    /** Those that could not be written are at least counted. */
    synchronized void drop(List<Counted> refusals) {
        refusals.forEach(counted -> dropped += counted.count);
    }

    private List<Counted> withDropped(List<Counted> taken, Instant now) {
        if (dropped == 0) {
            return taken;
        }
        var what = new Happening("", Happening.HUB, "", "audit", "", "dropped", "too many kinds");
        var all = new ArrayList<>(taken);
        all.add(new Counted(what, now, dropped));
        dropped = 0;
        return all;
    }
}

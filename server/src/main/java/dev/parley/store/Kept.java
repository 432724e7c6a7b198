package dev.parley.store;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * What reads have found, for as long as nothing is committed to the tables that they look at. While
 * such a commit is under way nothing is taken from here, so nobody sees less than any read would
 * have shown. Where other nodes write to the same database nothing is kept.
 *
 * @param <K> what a read asks for, a value
 */
public final class Kept<K, R> {
    private static final int MAX = 256;

    private final Store store;
    private final Set<Table<?, ?>> tables;
    private final Map<K, Found<R>> found = new ConcurrentHashMap<>();

    /** Odd while something is being committed, and for ever where nothing may be kept. */
    private volatile long changes;

    private record Found<R>(R result, long changes) {}

    Kept(Store store, Set<Table<?, ?>> tables, boolean isOn) {
        this.store = store;
        this.tables = tables;
        this.changes = isOn ? 0 : 1;
    }

    /**
     * What the query finds.
     *
     * @param isGood whether something that was found before is still so, of which only time decides
     */
    public R get(K key, Predicate<R> isGood, Query<R> query) {
        long now = changes;
        var known = found.get(key);
        if (known != null && known.changes == now && isGood.test(known.result)) {
            return known.result;
        }
        var read = store.read(query);
        if (isCalm(now)) {
            if (found.size() >= MAX) {
                found.clear();
            }
            found.put(key, new Found<>(read, now));
        }
        return read;
    }

    private static boolean isCalm(long changes) {
        return changes % 2 == 0;
    }

    boolean dependsOn(Tx tx) {
        return tables.stream().anyMatch(tx::hasChanged);
    }

    /** A commit begins or ends; only for the writer's thread. */
    // Nobody else writes it, so nothing is lost between reading and writing.
    @SuppressWarnings({"NonAtomicOperationOnVolatileField", "NonAtomicVolatileUpdate"})
    void change() {
        changes++;
    }
}

package dev.parley.store;

import dev.parley.protocol.Sha256;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a batch of commands will lock and look at. */
public final class Touches {
    /** Kinds of things in the order in which they are locked; whatever else there is comes last. */
    private static final List<String> ORDER = List.of("run/", "agent/", "task/");

    private final Set<String> locks = new LinkedHashSet<>();
    private final Map<Table<?, ?>, Set<Object>> keys = new LinkedHashMap<>();

    /** What the commands say, and what they turned out to need beyond that. */
    static Touches of(Collection<Pending<?>> batch, Set<String> further) {
        var touches = new Touches();
        further.forEach(touches::lock);
        batch.forEach(pending -> pending.command().touches(touches));
        return touches;
    }

    /** Holds this name for the whole batch, against other nodes on the same database. */
    public void lock(String name) {
        locks.add(name);
    }

    boolean holds(String name) {
        return locks.contains(name);
    }

    /** Will look this row up. */
    public <K> void row(Table<K, ?> table, K key) {
        keys.computeIfAbsent(table, _ -> new LinkedHashSet<>()).add(key);
    }

    /**
     * The names as numbers, in the one order in which every node takes them, so that two batches
     * can never wait for each other.
     */
    public Long[] lockKeys() {
        return locks.stream()
                .sorted(Comparator.comparingInt(Touches::rank).thenComparingLong(Touches::number))
                .map(Touches::number)
                .distinct()
                .toArray(Long[]::new);
    }

    private static int rank(String name) {
        for (int rank = 0; rank < ORDER.size(); rank++) {
            if (name.startsWith(ORDER.get(rank))) {
                return rank;
            }
        }
        return ORDER.size();
    }

    Map<Table<?, ?>, Set<Object>> keys() {
        return keys;
    }

    static long number(String name) {
        return ByteBuffer.wrap(Sha256.of(name)).getLong();
    }
}

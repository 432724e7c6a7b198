package dev.parley.store;

import dev.parley.protocol.Sha256;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What a batch of commands will lock and look at. */
public final class Touches {
    private final Set<String> locks = new LinkedHashSet<>();
    private final Map<Table<?, ?>, Set<Object>> keys = new LinkedHashMap<>();

    static Touches of(Collection<Pending<?>> batch) {
        var touches = new Touches();
        batch.forEach(pending -> pending.command().touches(touches));
        return touches;
    }

    /** Holds this name for the whole batch, against other nodes on the same database. */
    public void lock(String name) {
        locks.add(name);
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
        var sorted = new TreeSet<Long>();
        locks.forEach(name -> sorted.add(number(name)));
        return sorted.toArray(Long[]::new);
    }

    Map<Table<?, ?>, Set<Object>> keys() {
        return keys;
    }

    private static long number(String name) {
        return ByteBuffer.wrap(Sha256.of(name)).getLong();
    }
}

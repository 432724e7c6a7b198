package dev.parley.store;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the last batches knew of rows that nearly every batch looks at. Only for a database that
 * nobody else writes to; otherwise it remembers nothing.
 */
final class Memory {
    private static final int MAX_ROWS = 4_096;

    private final boolean isOn;
    private final Map<Table<?, ?>, Map<?, ?>> tables = new HashMap<>();

    Memory(boolean isOn) {
        this.isOn = isOn;
    }

    /** The table's rows by key as of the last commit, if they are remembered; empty is no row. */
    <K, V> @Nullable Map<K, Optional<V>> of(Table<K, V> table) {
        if (!isOn || !table.isRemembered()) {
            return null;
        }
        // The map is filled only here, with rows of the very table that is their key.
        @SuppressWarnings("unchecked")
        var rows = (Map<K, Optional<V>>) tables.computeIfAbsent(table, _ -> new Newest<>());
        return rows;
    }

    void clear() {
        tables.clear();
    }

    /** Keeps what was used last. */
    private static final class Newest<K, V> extends LinkedHashMap<K, V> {
        Newest() {
            super(16, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
            return size() > MAX_ROWS;
        }
    }
}

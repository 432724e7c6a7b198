package dev.parley.store;

import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The rows of one table as a batch sees them: each is loaded at most once, changed in memory, and
 * written at most once. What the current command has put is kept apart until the command is
 * decided, so that a refusal leaves no trace. An empty value stands for a row that is not, or no
 * longer, there.
 */
public final class Rows<K, V> {
    private final Sql sql;
    private final Table<K, V> table;
    private final Map<K, Optional<V>> seen = new HashMap<>();
    private final Map<K, Optional<V>> undecided = new LinkedHashMap<>();
    private final Map<K, Optional<V>> unwritten = new LinkedHashMap<>();

    Rows(Sql sql, Table<K, V> table) {
        this.sql = sql;
        this.table = table;
    }

    /** The row as it would be if everything decided so far had been committed. */
    public Optional<V> find(K key) throws SQLException {
        var own = undecided.get(key);
        if (own != null) {
            return own;
        }
        var known = seen.get(key);
        if (known == null) {
            known = sql.row(table.select(), table::read, table.key(key));
            seen.put(key, known);
        }
        return known;
    }

    /** Puts a row in place of whatever has its key. */
    public void put(V row) {
        undecided.put(table.keyOf(row), Optional.of(row));
    }

    public void remove(K key) {
        undecided.put(key, Optional.empty());
    }

    /** Remembers which of the wanted rows are there, after they were looked up in bulk. */
    void remember(Collection<K> wanted, Collection<V> found) {
        wanted.forEach(key -> seen.putIfAbsent(key, Optional.empty()));
        found.forEach(row -> seen.put(table.keyOf(row), Optional.of(row)));
    }

    /** The current command was decided: what it put now counts. */
    void keep() {
        if (!undecided.isEmpty()) {
            seen.putAll(undecided);
            unwritten.putAll(undecided);
            undecided.clear();
        }
    }

    /** The current command was refused: it put nothing. */
    void drop() {
        undecided.clear();
    }

    /** Writes what is decided. */
    void write() throws SQLException {
        if (unwritten.isEmpty()) {
            return;
        }
        var insert = sql.prepare(table.insert());
        int inserts = 0;
        for (var change : unwritten.entrySet()) {
            var row = change.getValue();
            if (row.isPresent()) {
                table.bind(insert, row.get());
                insert.addBatch();
                inserts++;
            } else {
                sql.update(table.delete(), table.key(change.getKey()));
            }
        }
        if (inserts > 0) {
            insert.executeBatch();
        }
        unwritten.clear();
    }
}

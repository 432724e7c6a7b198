package dev.parley.store;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one table as a batch sees them: each is loaded at most once, changed in memory, and
 * written at most once. What the current command has put is kept apart until the command is
 * decided, so that a refusal leaves no trace.
 */
public final class Rows<K, V> {
    private final Tx tx;
    private final Table<K, V> table;
    private final Belief belief;
    private final @Nullable Map<K, Optional<V>> memory;
    private final Map<K, Slot<K, V>> slots = new HashMap<>();
    private final List<Slot<K, V>> undecided = new ArrayList<>();
    private final List<Slot<K, V>> unwritten = new ArrayList<>();
    private boolean areWritten;

    Rows(Tx tx, Table<K, V> table, Belief belief, Memory memory) {
        this.tx = tx;
        this.table = table;
        this.belief = belief;
        this.memory = memory.of(table);
    }

    /** What is known of the row with this key; null is no row. */
    private static final class Slot<K, V> {
        final K key;

        /** As of the last decided command, once somebody has looked. */
        @Nullable V row;

        boolean isKnown;

        /** As the current command has put it, if it has. */
        @Nullable V put;

        boolean isPut;
        boolean isUnwritten;

        Slot(K key) {
            this.key = key;
        }

        void know(@Nullable V now) {
            row = now;
            isKnown = true;
        }
    }

    /** The row as it would be if everything decided so far had been committed. */
    public Optional<V> find(K key) throws SQLException {
        var slot = slot(key);
        if (slot.isPut) {
            return Optional.ofNullable(slot.put);
        }
        if (!slot.isKnown) {
            slot.know(committed(key).orElse(null));
        }
        return Optional.ofNullable(slot.row);
    }

    private Optional<V> committed(K key) throws SQLException {
        var remembered = memory == null ? null : memory.get(key);
        return remembered == null
                ? tx.looking().row(table.select(), table::read, table.key(key))
                : remembered;
    }

    /**
     * The row with a key that is expected to be new, and will be put if it is. A batch believes
     * that at first, unless it has seen the row; where the database knows better it refuses the
     * batch, which is then decided again by looking, as is a command that is refused for whatever
     * reason. That saves a look for everything sent once.
     */
    public Optional<V> findRepeated(K key) throws SQLException {
        var slot = slot(key);
        boolean unseen = !slot.isPut && !slot.isKnown;
        return unseen && belief.believe() ? Optional.empty() : find(key);
    }

    /** Puts a row in place of whatever has its key. */
    public void put(V row) {
        put(table.keyOf(row), row);
    }

    public void remove(K key) {
        put(key, null);
    }

    private void put(K key, @Nullable V row) {
        var slot = slot(key);
        if (!slot.isPut) {
            slot.isPut = true;
            undecided.add(slot);
        }
        slot.put = row;
    }

    private Slot<K, V> slot(K key) {
        return slots.computeIfAbsent(key, Slot::new);
    }

    /** Remembers which of the wanted rows are there, after they were looked up in bulk. */
    void remember(Collection<K> wanted, Collection<V> found) {
        wanted.forEach(key -> slot(key).isKnown = true);
        found.forEach(row -> slot(table.keyOf(row)).know(row));
    }

    /** What is written is changed past its keys: whoever wants a row looks again. */
    void forget() {
        slots.clear();
    }

    /** The current command was decided: what it put now counts. */
    void keep() {
        for (var slot : undecided) {
            slot.know(slot.put);
            slot.isPut = false;
            if (!slot.isUnwritten) {
                slot.isUnwritten = true;
                unwritten.add(slot);
            }
        }
        undecided.clear();
    }

    /** The current command was refused: it put nothing. */
    void drop() {
        undecided.forEach(slot -> slot.isPut = false);
        undecided.clear();
    }

    /** The batch is committed: the next one may know what this one knew. */
    void learn() {
        if (memory != null) {
            for (var slot : slots.values()) {
                if (slot.isKnown) {
                    memory.put(slot.key, Optional.ofNullable(slot.row));
                }
            }
        }
    }

    /** Whether the batch has changed any. */
    boolean areWritten() {
        return areWritten;
    }

    /** Writes what is decided. */
    void write(Sql sql) throws SQLException {
        if (unwritten.isEmpty()) {
            return;
        }
        areWritten = true;
        var insert = sql.prepare(table.insert());
        var gone = new ArrayList<Object[]>();
        int rows = 0;
        for (var slot : unwritten) {
            slot.isUnwritten = false;
            if (slot.row == null) {
                gone.add(table.key(slot.key));
            } else {
                if (rows++ > 0) {
                    insert.addBatch();
                }
                table.bindAll(insert, slot.row);
            }
        }
        unwritten.clear();
        sql.updateAll(table.delete(), gone);
        if (rows == 1) {
            insert.executeUpdate();
        } else if (rows > 1) {
            insert.addBatch();
            insert.executeBatch();
        }
    }
}

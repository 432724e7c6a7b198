package dev.parley.store;

import dev.parley.bus.Topic;
import dev.parley.metric.Tally;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A batch's transaction as its commands see it, one after the other. */
public final class Tx {
    private final Dialect dialect;
    private final Sql sql;
    private final Instant now;
    private final Map<Table<?, ?>, Rows<?, ?>> tables = new LinkedHashMap<>();
    private final Set<Topic> topics = new LinkedHashSet<>();
    private final List<Topic> undecidedTopics = new ArrayList<>();
    private final List<Tally> tallies = new ArrayList<>();
    private final List<Tally> undecidedTallies = new ArrayList<>();
    private final Belief belief;
    private final Memory memory;
    private boolean undecidedWritten;
    private boolean isBypassed;
    private boolean hasLooked;
    private @Nullable Touches held;
    private final Set<String> missed = new LinkedHashSet<>();

    Tx(Dialect dialect, Sql sql, Instant now, Belief belief, Memory memory) {
        this.dialect = dialect;
        this.sql = sql;
        this.now = now;
        this.belief = belief;
        this.memory = memory;
    }

    /** Has a command decided; one that is refused after believing something, by looking as well. */
    <R> R decide(Command<R> command) throws SQLException {
        belief.forget();
        try {
            return command.decide(this);
        } catch (RuntimeException refusal) {
            if (!belief.wasUsed() || !drop()) {
                throw refusal;
            }
        }
        belief.allow(false);
        try {
            return command.decide(this);
        } finally {
            belief.allow(true);
        }
    }

    /** The moment of this batch. */
    public Instant now() {
        return now;
    }

    public <K, V> Rows<K, V> rows(Table<K, V> table) {
        // The map is filled only here, with rows of the very table that is their key.
        @SuppressWarnings("unchecked")
        var rows =
                (Rows<K, V>)
                        tables.computeIfAbsent(table, _ -> new Rows<>(this, table, belief, memory));
        return rows;
    }

    /**
     * Needs to hold this name against other nodes, which only deciding has shown. A batch that does
     * not hold it yet is decided again after taking it.
     */
    public void hold(String name) {
        if (held != null && !held.holds(name)) {
            missed.add(name);
        }
    }

    /**
     * Holds this name against other nodes from now on, unless one of them does. For what only
     * looking can find; since nobody waits here, the order of names does not matter.
     */
    public boolean tryHold(String name) throws SQLException {
        if (held == null || held.holds(name)) {
            return true;
        }
        boolean isHeld = dialect.tryLock(sql, Touches.number(name));
        if (isHeld) {
            held.lock(name);
        }
        return isHeld;
    }

    /** What should have been held from the beginning. */
    Set<String> missed() {
        return missed;
    }

    /** Whom to tell once the batch is durable. */
    public void wake(Topic topic) {
        undecidedTopics.add(topic);
    }

    /** What to count once the batch is durable. */
    public void tally(Tally tally) {
        undecidedTallies.add(tally);
    }

    /**
     * For what rows by key cannot say: the connection itself, with everything put so far written. A
     * command that is refused after this costs its whole batch a replay.
     */
    public Sql sql() throws SQLException {
        undecidedWritten = true;
        isBypassed = true;
        keepRows();
        write();
        return looking();
    }

    /**
     * For looking beyond rows by key: the connection, with everything written that was decided
     * before the current command.
     */
    public Sql settled() throws SQLException {
        write();
        return looking();
    }

    /** For changing any number of a table's rows in one statement; as costly as the first. */
    public Sql bulk(Table<?, ?> table) throws SQLException {
        var connection = sql();
        rows(table).forget();
        return connection;
    }

    /** The connection for looking rows up. */
    Sql looking() throws SQLException {
        if (!hasLooked) {
            dialect.look(sql);
            hasLooked = true;
        }
        return sql;
    }

    /** Looks up in one statement per table what the batch's commands said they would look at. */
    public void preload(Touches touches) throws SQLException {
        held = touches;
        for (var wanted : touches.keys().entrySet()) {
            preload(wanted.getKey(), wanted.getValue());
        }
    }

    // A table's keys were collected through Touches.row, which checks their type.
    @SuppressWarnings("unchecked")
    private <K, V> void preload(Table<K, V> table, Set<Object> wanted) throws SQLException {
        var keys = wanted.stream().map(key -> (K) key).toList();
        var arrays = new Object[table.keyWidth()];
        for (int column = 0; column < arrays.length; column++) {
            int c = column;
            var values = keys.stream().map(key -> table.key(key)[c]).toArray();
            arrays[c] = sql.connection().createArrayOf("text", values);
        }
        rows(table).remember(keys, looking().rows(table.selectMany(), table::read, arrays));
    }

    void keep() {
        keepRows();
        topics.addAll(undecidedTopics);
        undecidedTopics.clear();
        tallies.addAll(undecidedTallies);
        undecidedTallies.clear();
        undecidedWritten = false;
    }

    /** Forgets what the current command put; false when some of it is already written. */
    boolean drop() {
        tables.values().forEach(Rows::drop);
        undecidedTopics.clear();
        undecidedTallies.clear();
        return !undecidedWritten;
    }

    void write() throws SQLException {
        for (var rows : tables.values()) {
            rows.write(sql);
        }
    }

    /** The batch is committed. What was changed past the rows nobody has seen. */
    void learn() {
        if (isBypassed) {
            memory.clear();
        } else {
            tables.values().forEach(Rows::learn);
        }
    }

    /** Whether some of the table's rows were written, or may have been past them. */
    boolean hasChanged(Table<?, ?> table) {
        var rows = tables.get(table);
        return isBypassed || (rows != null && rows.areWritten());
    }

    Set<Topic> topics() {
        return topics;
    }

    List<Tally> tallies() {
        return tallies;
    }

    private void keepRows() {
        tables.values().forEach(Rows::keep);
    }
}

package dev.parley.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.ToLongFunction;

/** One connection and the statements prepared on it; used by one thread at a time. */
public final class Sql implements AutoCloseable {
    /** Turns the current row into a value. */
    @FunctionalInterface
    public interface Reading<V> {
        V read(ResultSet row) throws SQLException;
    }

    private static final long TURN_BYTES = 16L << 10;

    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private BooleanSupplier isUrgent = () -> false;

    public Sql(Connection connection) {
        this.connection = connection;
    }

    /** Has long reads let others go first for as long as something is more urgent. */
    void yieldWhile(BooleanSupplier other) {
        isUrgent = other;
    }

    public Connection connection() {
        return connection;
    }

    /** The statement for this text, prepared once per connection. Texts are constants, so few. */
    public PreparedStatement prepare(String text) throws SQLException {
        var known = statements.get(text);
        if (known != null) {
            return known;
        }
        var fresh = connection.prepareStatement(text);
        statements.put(text, fresh);
        return fresh;
    }

    public <V> List<V> rows(String text, Reading<V> reading, Object... arguments)
            throws SQLException {
        var statement = bound(text, arguments);
        try (var result = statement.executeQuery()) {
            var rows = new ArrayList<V>();
            while (result.next()) {
                rows.add(reading.read(result));
            }
            return rows;
        }
    }

    /** The same, but ends after the row with which the rows' sizes reach the budget. */
    public <V> List<V> rowsWithin(
            long budget,
            ToLongFunction<V> size,
            String text,
            Reading<V> reading,
            Object... arguments)
            throws SQLException {
        var statement = bound(text, arguments);
        try (var result = statement.executeQuery()) {
            var rows = new ArrayList<V>();
            long turn = 0;
            for (long left = budget; left > 0 && result.next(); ) {
                var row = reading.read(result);
                rows.add(row);
                long bytes = size.applyAsLong(row);
                left -= bytes;
                turn = stepBack(turn + bytes);
            }
            return rows;
        }
    }

    /**
     * A writer that becomes ready in the midst of a long read would wait until the scheduler ends
     * the reader's turn, which takes longer than a commit.
     */
    // Nothing depends on it: a scheduler that ignores this makes a commit late, not wrong.
    @SuppressWarnings("ThreadPriorityCheck")
    private long stepBack(long turn) {
        if (turn < TURN_BYTES) {
            return turn;
        }
        if (isUrgent.getAsBoolean()) {
            Thread.yield();
        }
        return 0;
    }

    public <V> Optional<V> row(String text, Reading<V> reading, Object... arguments)
            throws SQLException {
        var statement = bound(text, arguments);
        try (var result = statement.executeQuery()) {
            return result.next() ? Optional.of(reading.read(result)) : Optional.empty();
        }
    }

    /** The first column of the first row as a number; zero when there is none. */
    public long number(String text, Object... arguments) throws SQLException {
        return row(text, result -> result.getLong(1), arguments).orElse(0L);
    }

    public int update(String text, Object... arguments) throws SQLException {
        return bound(text, arguments).executeUpdate();
    }

    /** The same statement with each of these arguments, in one go. */
    void updateAll(String text, List<Object[]> arguments) throws SQLException {
        if (arguments.size() == 1) {
            update(text, arguments.getFirst());
        } else if (!arguments.isEmpty()) {
            for (var each : arguments) {
                bound(text, each).addBatch();
            }
            prepare(text).executeBatch();
        }
    }

    /** Runs a statement that takes no arguments and is not worth keeping. */
    public void execute(String text) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(text);
        }
    }

    private PreparedStatement bound(String text, Object... arguments) throws SQLException {
        var statement = prepare(text);
        bind(statement, arguments);
        return statement;
    }

    /** Binds the first of a statement's arguments. */
    static void bind(PreparedStatement statement, Object... arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

package dev.parley.store.postgres;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Dialect;
import dev.parley.store.Failure;
import dev.parley.store.Query;
import dev.parley.store.Schema;
import dev.parley.store.Sql;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.postgresql.ds.PGSimpleDataSource;

/** PostgreSQL 15 or newer, shared by any number of nodes. */
public final class PostgresDialect implements Dialect {
    private static final int MIN_VERSION = 15;
    private static final int CONNECT_SECONDS = 5;
    private static final int SOCKET_SECONDS = 60;

    private final PGSimpleDataSource source;

    /** Takes a {@code jdbc:postgresql:} address. */
    public PostgresDialect(String url) {
        source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setReWriteBatchedInserts(true);
        source.setConnectTimeout(CONNECT_SECONDS);
        source.setSocketTimeout(SOCKET_SECONDS);
        source.setTcpKeepAlive(true);
        source.setApplicationName("parley");
    }

    @Override
    public void prepare() throws SQLException {
        try (var sql = connect()) {
            int major = sql.connection().getMetaData().getDatabaseMajorVersion();
            if (major < MIN_VERSION) {
                throw unfit("PostgreSQL " + MIN_VERSION + " or newer is needed, this is " + major);
            }
            for (var setting : new String[] {"fsync", "synchronous_commit"}) {
                var value = sql.row("SHOW " + setting, row -> row.getString(1)).orElse("");
                if (value.equals("off")) {
                    throw unfit(
                            "the server runs with "
                                    + setting
                                    + "=off and would lose what it acknowledged; turn it on");
                }
            }
        }
        Schema.bringUp(source, "postgres");
    }

    private static ParleyException unfit(String detail) {
        return new ParleyException(Problem.STORE_UNFIT, detail);
    }

    @Override
    public String identity() throws SQLException {
        try (var sql = connect()) {
            return sql.row(
                            "SELECT system_identifier::text FROM pg_control_system()",
                            row -> row.getString(1))
                    .orElseThrow();
        }
    }

    @Override
    public Sql openWriter() throws SQLException {
        var sql = open(Connection.TRANSACTION_READ_COMMITTED, false);
        // A node that freezes in the middle of a batch must not hold its runs for ever.
        sql.execute("SET lock_timeout = '10s'");
        sql.execute("SET idle_in_transaction_session_timeout = '30s'");
        sql.connection().commit();
        return sql;
    }

    @Override
    public Sql openReader() throws SQLException {
        return open(Connection.TRANSACTION_REPEATABLE_READ, true);
    }

    /** A connection of its own, each statement a transaction. */
    Sql connect() throws SQLException {
        return new Sql(source.getConnection());
    }

    private Sql open(int isolation, boolean readOnly) throws SQLException {
        var connection = source.getConnection();
        connection.setTransactionIsolation(isolation);
        connection.setReadOnly(readOnly);
        connection.setAutoCommit(false);
        return new Sql(connection);
    }

    /** What a batch may look at is locked already. */
    @Override
    public void look(Sql sql) {}

    /**
     * Locks first, in one order, by a statement that gives the transaction no number; looks rows up
     * only afterwards, so that it sees whatever the previous holders committed.
     */
    @Override
    public void begin(Sql sql, Tx tx, Supplier<Touches> touches) throws SQLException {
        var touched = touches.get();
        var keys = touched.lockKeys();
        if (keys.length > 0) {
            sql.rows(
                    "SELECT pg_advisory_xact_lock(key) FROM unnest(?::bigint[]) AS key",
                    _ -> true,
                    sql.connection().createArrayOf("bigint", keys));
        }
        tx.preload(touched);
    }

    @Override
    public boolean tryLock(Sql sql, long key) throws SQLException {
        return sql.row("SELECT pg_try_advisory_xact_lock(?)", row -> row.getBoolean(1), key)
                .orElseThrow();
    }

    @Override
    public void commit(Sql sql) throws SQLException {
        var transaction =
                sql.row(
                        "SELECT pg_current_xact_id_if_assigned()::text",
                        row -> String.valueOf(row.getString(1)));
        try {
            sql.connection().commit();
        } catch (SQLException broken) {
            new CommitOutcome(source).settle(sql, transaction.orElse("null"), broken);
        }
    }

    @Override
    public Failure classify(SQLException error) {
        if (error instanceof CommitOutcome.Unknown) {
            return Failure.UNKNOWN;
        }
        var state = String.valueOf(error.getSQLState());
        if (state.equals("53100")) {
            return Failure.FULL;
        }
        boolean gone =
                state.startsWith("08") // connection
                        || state.startsWith("57P") // shutdown, crash, cannot connect now
                        || state.startsWith("53") // out of connections or memory
                        || Set.of("40001", "40P01", "55P03", "57014").contains(state);
        return gone ? Failure.UNREACHABLE : Failure.REFUSED;
    }

    @Override
    public void rest() {}

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public String feedAfter() {
        return """
               SELECT tx::text::bigint, n, space, type, run_id, seq, detail FROM feed
               WHERE (tx, n) > (?::text::xid8, ?) AND tx < pg_snapshot_xmin(pg_current_snapshot())
               ORDER BY tx, n LIMIT ?
               """;
    }

    @Override
    public String feedHead() {
        return """
               SELECT tx::text::bigint, n FROM feed
               WHERE tx < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY tx DESC, n DESC LIMIT 1
               """;
    }

    @Override
    public void copyTo(Path file) {
        throw notEmbedded();
    }

    @Override
    public Sql openCopy(Path file) {
        throw notEmbedded();
    }

    private static ParleyException notEmbedded() {
        return unfit(
                "a PostgreSQL store is backed up with PostgreSQL's own tools: pg_dump"
                        + " --format=custom; blobs are in the database");
    }

    @Override
    public <R> R frozen(Query<R> query) throws SQLException {
        try (var sql = openReader()) {
            return query.read(sql);
        }
    }

    /** PostgreSQL watches over its own pages. */
    @Override
    public List<String> damage(Sql sql) {
        return List.of();
    }

    @Override
    public long bytes(Sql sql) throws SQLException {
        return sql.number("SELECT pg_database_size(current_database())");
    }

    @Override
    public void close() {}
}

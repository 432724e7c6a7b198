package dev.parley.store.sqlite;

import dev.parley.store.Dialect;
import dev.parley.store.Failure;
import dev.parley.store.PrivateFiles;
import dev.parley.store.Query;
import dev.parley.store.Schema;
import dev.parley.store.Sql;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** SQLite with a write-ahead log that is synced at every commit. */
public final class SqliteDialect implements Dialect {
    private static final String COPY = "frozen-";
    private static final int BUSY_MILLIS = 10_000;

    /** Changes nothing, but is a write: the batch holds the writer's lock from here on. */
    private static final String LOCK = "UPDATE meta SET value = value WHERE false";

    private final Path file;
    private final Synchronous synchronous;
    private final long maxWalBytes;
    private @Nullable Checkpoints checkpoints;

    /** When a commit counts as done. */
    public enum Synchronous {
        /** When it is on disk. */
        FULL,
        /** When the operating system has it; a power cut may lose the last moments. */
        NORMAL,
        /** At once; for measurements only. */
        OFF
    }

    public SqliteDialect(Path file, Synchronous synchronous) {
        this(file, synchronous, Checkpoints.MAX_WAL_BYTES);
    }

    SqliteDialect(Path file, Synchronous synchronous, long maxWalBytes) {
        this.file = file;
        this.synchronous = synchronous;
        this.maxWalBytes = maxWalBytes;
    }

    @Override
    public void prepare() throws SQLException {
        createPrivately();
        deleteOldCopies();
        try (var sql = new Sql(connect(SQLiteConfig.TransactionMode.IMMEDIATE))) {
            // Both must be said before the first table exists, and each on its own.
            sql.execute("PRAGMA auto_vacuum = INCREMENTAL");
            sql.execute("PRAGMA journal_mode = WAL");
        }
        Schema.bringUp(source(SQLiteConfig.TransactionMode.IMMEDIATE), "sqlite");
        checkpoints = new Checkpoints(openChecker(), maxWalBytes);
    }

    /** A file has no server; restoring a backup begins the new epoch itself. */
    @Override
    public String identity() {
        return "file";
    }

    /**
     * Deferred, because the driver begins the next transaction with each commit: an immediate one
     * would hold the writer's lock between batches, and no checkpoint could restart the log.
     */
    @Override
    public Sql openWriter() throws SQLException {
        var sql = new Sql(connect(SQLiteConfig.TransactionMode.DEFERRED));
        sql.execute("PRAGMA synchronous = " + synchronous);
        sql.execute("PRAGMA wal_autocheckpoint = 0");
        // After a commit that has split a page in the midst of an index SQLite walks through all of
        // its cache, so a larger one costs more than the reads that it saves.
        sql.execute("PRAGMA cache_size = -16384");
        sql.connection().setAutoCommit(false);
        return sql;
    }

    @Override
    public Sql openReader() throws SQLException {
        var sql = new Sql(connect(SQLiteConfig.TransactionMode.DEFERRED));
        sql.execute("PRAGMA query_only = ON");
        sql.execute("PRAGMA cache_size = -8192");
        sql.connection().setAutoCommit(false);
        return sql;
    }

    private Sql openChecker() throws SQLException {
        var sql = new Sql(connect(SQLiteConfig.TransactionMode.DEFERRED));
        sql.execute("PRAGMA synchronous = " + synchronous);
        return sql;
    }

    private Connection connect(SQLiteConfig.TransactionMode mode) throws SQLException {
        return source(mode).getConnection();
    }

    private SQLiteDataSource source(SQLiteConfig.TransactionMode mode) {
        var config = new SQLiteConfig();
        config.setTransactionMode(mode);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac")) {
            config.setPragma(SQLiteConfig.Pragma.FULL_SYNC, "true");
        }
        var source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        return source;
    }

    /** Rows need no locks of their own, and looking them up one by one costs no round trips. */
    @Override
    public void begin(Sql sql, Tx tx, Supplier<Touches> touches) {}

    /**
     * Takes the writer's lock, for which SQLite waits patiently, unless the transaction has looked
     * at something before.
     */
    @Override
    public void look(Sql sql) throws SQLException {
        sql.update(LOCK);
    }

    @Override
    public void commit(Sql sql) throws SQLException {
        sql.connection().commit();
    }

    @Override
    public Failure classify(SQLException error) {
        if (!(error instanceof SQLiteException sqlite)) {
            return Failure.REFUSED;
        }
        var code = sqlite.getResultCode();
        return switch (code) {
            case SQLITE_FULL, SQLITE_IOERR_SHMSIZE -> Failure.FULL;
            case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_BUSY_SNAPSHOT, SQLITE_BUSY_RECOVERY ->
                    Failure.UNREACHABLE;
            default -> isBroken(code) ? Failure.BROKEN : Failure.REFUSED;
        };
    }

    private static boolean isBroken(SQLiteErrorCode code) {
        var name = code.name();
        return name.startsWith("SQLITE_IOERR")
                || name.startsWith("SQLITE_CORRUPT")
                || name.startsWith("SQLITE_READONLY")
                || name.startsWith("SQLITE_CANTOPEN")
                || code == SQLiteErrorCode.SQLITE_NOTADB
                || code == SQLiteErrorCode.SQLITE_PROTOCOL;
    }

    @Override
    public void rest() throws InterruptedException {
        var running = checkpoints;
        if (running != null) {
            running.afterBatch();
        }
    }

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public String feedAfter() {
        return """
               SELECT position, 0, space, type, run_id, seq, detail FROM feed
               WHERE position > ?1 AND 0 <= ?2 ORDER BY position LIMIT ?3
               """;
    }

    @Override
    public String feedHead() {
        return "SELECT position, 0 FROM feed ORDER BY position DESC LIMIT 1";
    }

    @Override
    public void copyTo(Path copy) throws SQLException {
        try {
            PrivateFiles.createFile(copy);
        } catch (IOException failed) {
            throw new SQLException("cannot create " + copy, failed);
        }
        try (var sql = new Sql(connect(SQLiteConfig.TransactionMode.DEFERRED))) {
            sql.update("VACUUM INTO ?", copy.toString());
        }
    }

    @Override
    public Sql openCopy(Path copy) throws SQLException {
        return new SqliteDialect(copy, Synchronous.OFF).openReader();
    }

    /**
     * On a copy, because a reader that stays would keep the write-ahead log from beginning anew.
     */
    @Override
    public <R> R frozen(Query<R> query) throws SQLException {
        var copy = file.resolveSibling(COPY + UUID.randomUUID() + ".db");
        try {
            copyTo(copy);
            try (var sql = openCopy(copy)) {
                return query.read(sql);
            }
        } finally {
            deleteQuietly(copy);
        }
    }

    /** SQLite gives the files beside it the same rights. */
    private void createPrivately() throws SQLException {
        try {
            PrivateFiles.createFile(file);
        } catch (IOException failed) {
            throw new SQLException("cannot create " + file, failed);
        }
    }

    private void deleteOldCopies() {
        var folder = file.toAbsolutePath().getParent();
        try (var copies = Files.newDirectoryStream(folder, COPY + "*.db")) {
            copies.forEach(SqliteDialect::deleteQuietly);
        } catch (IOException _) {
            // Old copies cost room and nothing else.
        }
    }

    private static void deleteQuietly(Path copy) {
        try {
            Files.deleteIfExists(copy);
        } catch (IOException _) {
            // It is found and deleted at the next start.
        }
    }

    @Override
    public List<String> damage(Sql sql) throws SQLException {
        return sql.rows("PRAGMA quick_check(10)", row -> row.getString(1)).stream()
                .filter(word -> !word.equals("ok"))
                .toList();
    }

    @Override
    public long bytes(Sql sql) throws SQLException {
        return sql.number("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
    }

    @Override
    public long logBytes() {
        return file.resolveSibling(file.getFileName() + "-wal").toFile().length();
    }

    @Override
    public void close() throws SQLException {
        var running = checkpoints;
        if (running != null) {
            running.close();
        }
    }
}

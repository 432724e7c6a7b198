package dev.parley.store;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;

/** Everything in which the databases differ. */
public interface Dialect extends AutoCloseable {
    /** Makes the database ready: checks its settings and brings the schema up to date. */
    void prepare() throws SQLException;

    /** Names the server that holds the data; another one means another history. */
    String identity() throws SQLException;

    Sql openWriter() throws SQLException;

    Sql openReader() throws SQLException;

    /** Begins a batch and holds what it touches, if there are other nodes to hold it against. */
    void begin(Sql sql, Tx tx, Supplier<Touches> touches) throws SQLException;

    /** Holds one thing more, unless another node does; without waiting. */
    default boolean tryLock(Sql sql, long key) throws SQLException {
        return true;
    }

    /** Called before a batch looks at the database for the first time, if it does. */
    void look(Sql sql) throws SQLException;

    /**
     * Makes the batch durable. An exception means that it was not kept, unless {@link #classify}
     * calls it {@link Failure#UNKNOWN} or {@link Failure#BROKEN}: then nobody knows.
     */
    void commit(Sql sql) throws SQLException;

    Failure classify(SQLException error);

    /** Between two batches: room for housekeeping that must not run beside the writer. */
    void rest() throws InterruptedException;

    /** Whether other nodes may write to the same database. */
    boolean isShared();

    /**
     * The statement that reads the feed after a position: takes the position's two numbers and a
     * limit, gives them back as the first two columns, and never passes over what commits later.
     */
    String feedAfter();

    /** The statement that gives the position of the last entry that readers of the feed see. */
    String feedHead();

    /**
     * Copies the database, as it is at one moment, into a new file; for embedded databases only.
     */
    void copyTo(Path file) throws SQLException;

    /** Opens such a copy for reading. */
    Sql openCopy(Path file) throws SQLException;

    /** Reads one unchanging state for as long as it takes; for what must see everything. */
    <R> R frozen(Query<R> query) throws SQLException;

    /** What the database itself finds wrong with its files. */
    List<String> damage(Sql sql) throws SQLException;

    /** How many bytes the database takes on disk. */
    long bytes(Sql sql) throws SQLException;

    /** How long the write-ahead log is, where it is a file of ours; otherwise 0. */
    default long logBytes() {
        return 0;
    }

    @Override
    void close() throws SQLException;
}

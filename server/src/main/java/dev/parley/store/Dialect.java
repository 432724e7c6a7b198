package dev.parley.store;

import java.sql.SQLException;

/** Everything in which the databases differ. */
public interface Dialect extends AutoCloseable {
    /** Makes the database ready: checks its settings and brings the schema up to date. */
    void prepare() throws SQLException;

    /** Names the server that holds the data; another one means another history. */
    String identity() throws SQLException;

    Sql openWriter() throws SQLException;

    Sql openReader() throws SQLException;

    /** Begins a batch and holds what it will touch, against other nodes on the same database. */
    void begin(Sql sql, Touches touches, Tx tx) throws SQLException;

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

    @Override
    void close() throws SQLException;
}

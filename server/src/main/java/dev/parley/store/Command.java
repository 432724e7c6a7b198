package dev.parley.store;

import java.sql.SQLException;

/**
 * One unit of work for the writer. It may be decided more than once (a batch that fails is replayed
 * one by one), so it must have no effect but through its {@link Tx}.
 *
 * @param <R> what the sender is answered once the commit is durable
 */
@FunctionalInterface
public interface Command<R> {
    /** Looks at the rows it needs and says what becomes of them; a refusal is an exception. */
    R decide(Tx tx) throws SQLException;

    /**
     * Names what it will lock and look at, so that a shared database can do it for a whole batch.
     */
    default void touches(Touches touches) {}

    /** Roughly how many bytes it holds while it waits; bounds the queue's memory. */
    default int weight() {
        return 512;
    }
}

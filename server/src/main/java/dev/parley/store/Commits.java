package dev.parley.store;

import dev.parley.bus.Topic;
import dev.parley.metric.Batch;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes batches durable on the writer's connection: decides command by command, commits once, and
 * only then answers anybody. Knows what a failure means for those who wait and for the store.
 */
final class Commits {
    private static final Logger LOG = LoggerFactory.getLogger(Commits.class);

    private final Dialect dialect;
    private final InstantSource clock;
    private final Consumer<Set<Topic>> wake;
    private final Memory memory;
    private final List<Kept<?, ?>> kept = new CopyOnWriteArrayList<>();
    private final AtomicLong batches = new AtomicLong();
    private final AtomicLong commands = new AtomicLong();
    private volatile CommitListener listener = _ -> {};
    private volatile Health health = Health.OK;
    private @Nullable Sql sql;

    Commits(Dialect dialect, InstantSource clock, Consumer<Set<Topic>> wake) {
        this.dialect = dialect;
        this.clock = clock;
        this.wake = wake;
        this.memory = new Memory(!dialect.isShared());
    }

    void tell(CommitListener told) {
        listener = told;
    }

    <K, R> Kept<K, R> keep(Kept<K, R> reads) {
        kept.add(reads);
        return reads;
    }

    Health health() {
        return health;
    }

    long batches() {
        return batches.get();
    }

    long commands() {
        return commands.get();
    }

    /**
     * Commits a batch; an empty one is the moment to find out whether a sick store is well again.
     */
    void commit(List<Pending<?>> batch) throws InterruptedException {
        if (!batch.isEmpty()) {
            commitOrAnswer(batch);
        } else if (health != Health.OK) {
            commitOrAnswer(List.of(new Pending<>(Meta.probe(clock.instant()))));
        }
        dialect.rest();
    }

    /** Whatever happens, everybody in the batch is answered. */
    private void commitOrAnswer(List<Pending<?>> batch) {
        try {
            commitWhole(batch, Trust.SOME);
        } catch (Throwable bug) {
            health = Health.STOPPED;
            batch.forEach(pending -> pending.fail(stopped()));
            throw bug;
        }
    }

    /** How much a batch believes before it looks. */
    private enum Trust {
        /** That keys which are expected to be new are. */
        SOME,
        NONE
    }

    /**
     * Commits the batch as one, at first with some trust; if some statement is not acceptable, once
     * more without, and if that is not acceptable either, each command on its own.
     */
    private void commitWhole(List<Pending<?>> batch, Trust trust) {
        if (health == Health.STOPPED) {
            batch.forEach(pending -> pending.fail(stopped()));
            return;
        }
        try {
            attempt(batch, trust, Set.of());
        } catch (SQLException error) {
            rollback();
            var failure = dialect.classify(error);
            if (failure != Failure.REFUSED) {
                fail(batch, failure, error);
            } else if (trust == Trust.SOME) {
                commitWhole(batch, Trust.NONE);
            } else if (batch.size() > 1) {
                LOG.atWarn().setCause(error).log("a batch was refused; replaying it one by one");
                commitEach(batch);
            } else {
                fail(batch, failure, error);
            }
        } catch (Replay _) {
            rollback();
            if (batch.size() > 1) {
                commitEach(batch);
            } else {
                batch.forEach(Pending::settle);
            }
        }
    }

    private void commitEach(List<Pending<?>> batch) {
        batch.forEach(pending -> commitWhole(List.of(pending), Trust.NONE));
    }

    /** Ends, since each time it holds more of the few names that there are. */
    private void attempt(List<Pending<?>> batch, Trust trust, Set<String> further)
            throws SQLException {
        var connection = connect();
        var tx =
                new Tx(
                        dialect,
                        connection,
                        clock.instant(),
                        new Belief(trust == Trust.SOME),
                        memory);
        begin(connection, tx, batch, further);
        for (var pending : batch) {
            if (!pending.decide(tx)) {
                throw new Replay();
            }
        }
        if (!tx.missed().isEmpty()) {
            rollback();
            var more = new LinkedHashSet<>(further);
            more.addAll(tx.missed());
            attempt(batch, trust, more);
            return;
        }
        long begun = System.nanoTime();
        tx.write();
        long written = System.nanoTime();
        commit(connection, tx);
        long ended = System.nanoTime();
        batches.incrementAndGet();
        commands.addAndGet(batch.size());
        if (health != Health.OK) {
            LOG.info("the store is well again");
            health = Health.OK;
        }
        wake(tx.topics());
        batch.forEach(Pending::settle);
        tx.learn();
        listener.committed(new Batch(batch.size(), ended - begun, ended - written, tx.tallies()));
    }

    /** What reads have found counts for nothing as soon as others may find something else. */
    private void commit(Sql connection, Tx tx) throws SQLException {
        var outdated = kept.stream().filter(reads -> reads.dependsOn(tx)).toList();
        outdated.forEach(Kept::change);
        try {
            dialect.commit(connection);
        } finally {
            outdated.forEach(Kept::change);
        }
    }

    /** A command whose rows cannot even be looked at must not take the others with it. */
    private void begin(Sql connection, Tx tx, List<Pending<?>> batch, Set<String> further)
            throws SQLException {
        try {
            dialect.begin(connection, tx, () -> Touches.of(batch, further));
        } catch (RuntimeException unreadable) {
            batch.forEach(pending -> pending.refuse(unreadable));
            throw new Replay();
        }
    }

    /** What is durable is durable, whatever becomes of those who are told. */
    private void wake(Set<Topic> topics) {
        try {
            if (!topics.isEmpty()) {
                wake.accept(topics);
            }
        } catch (RuntimeException bug) {
            LOG.atError().setCause(bug).log("telling of a change failed");
        }
    }

    /** Writes nothing more. */
    void stop() {
        health = Health.STOPPED;
    }

    private void fail(List<Pending<?>> batch, Failure failure, SQLException error) {
        LOG.atError().setCause(error).addKeyValue("failure", failure).log("a batch was not stored");
        switch (failure) {
            case REFUSED -> {}
            case FULL -> health = Health.FULL;
            case UNREACHABLE, UNKNOWN -> {
                health = Health.UNREACHABLE;
                disconnect();
            }
            case BROKEN -> health = Health.STOPPED;
        }
        var reason = reason(failure, error);
        batch.forEach(pending -> pending.fail(reason));
    }

    private static ParleyException reason(Failure failure, SQLException error) {
        return switch (failure) {
            case REFUSED -> new ParleyException(Problem.INTERNAL, "refused by the store", error);
            case FULL ->
                    new ParleyException(
                            Problem.STORE_FULL,
                            "the disk is full; nothing of this was stored",
                            Map.of("retry_after", 5));
            case UNREACHABLE ->
                    new ParleyException(
                            Problem.STORE_UNREACHABLE, "the database cannot be reached");
            case UNKNOWN, BROKEN ->
                    new ParleyException(
                            Problem.OUTCOME_UNKNOWN,
                            "the store failed in the middle of this; retry it with the same id");
        };
    }

    static ParleyException stopped() {
        return new ParleyException(
                Problem.STORE_STOPPED,
                "the store stopped after a failure of the disk; restart the hub, then retry");
    }

    /** The writer's connection, opened anew if need be. */
    Sql connect() throws SQLException {
        var open = sql;
        if (open == null || open.connection().isClosed()) {
            open = dialect.openWriter();
            sql = open;
        }
        return open;
    }

    private void rollback() {
        memory.clear();
        var open = sql;
        try {
            if (open != null && !open.connection().isClosed()) {
                open.connection().rollback();
            }
        } catch (SQLException error) {
            LOG.atWarn().setCause(error).log("rolling back failed; opening a new connection");
            disconnect();
        }
    }

    void disconnect() {
        var open = sql;
        sql = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (SQLException error) {
            LOG.atDebug().setCause(error).log("closing the writer's connection failed");
        }
    }

    /** A command was refused after some of its rows had been written. */
    private static final class Replay extends RuntimeException {
        Replay() {
            super(null, null, false, false);
        }
    }
}

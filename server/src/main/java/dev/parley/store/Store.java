package dev.parley.store;

import dev.parley.bus.Topic;
import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Keeps everything: one writer whose answers are durable, and readers beside it. */
public final class Store implements AutoCloseable {
    /**
     * How long anybody waits for an answer; a database that hangs must not make everything hang.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Dialect dialect;
    private final Commits commits;
    private final Writer writer;
    private final Readers readers;
    private final String epoch;

    /** How much may wait and read at once. */
    public record Limits(int queueSize, int readThreads) {
        public static final Limits DEFAULT = new Limits(8_192, 4);
    }

    /** What the engine has done so far. */
    public record Stats(long batches, long commands, int queued, long reads) {}

    private Store(Dialect dialect, Commits commits, Writer writer, Readers readers, String epoch) {
        this.dialect = dialect;
        this.commits = commits;
        this.writer = writer;
        this.readers = readers;
        this.epoch = epoch;
    }

    /** Prepares the database, then starts to write and read. */
    public static Store open(
            Dialect dialect, InstantSource clock, Limits limits, Consumer<Set<Topic>> wake) {
        try {
            dialect.prepare();
            var commits = new Commits(dialect, clock, wake);
            var writer = new Writer(commits, limits.queueSize());
            try {
                writer.start();
                var epoch = new Epoch.Current(Ids.random(clock), dialect.identity());
                return new Store(
                        dialect,
                        commits,
                        writer,
                        new Readers(dialect, limits.readThreads(), writer::isAtWork),
                        answer(dialect, writer.submit(epoch), Problem.STORE_UNREACHABLE));
            } catch (SQLException | RuntimeException failed) {
                writer.close();
                dialect.close();
                throw failed;
            }
        } catch (SQLException error) {
            throw new ParleyException(
                    Problem.STORE_UNREACHABLE,
                    "cannot open the store: " + error.getMessage(),
                    error);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ParleyException(Problem.SHUTTING_DOWN, "interrupted at the start");
        }
    }

    /** Queues a command; the future is answered when its batch is durable. */
    public <R> CompletableFuture<R> submit(Command<R> command) {
        return writer.submit(command);
    }

    /** Has a command decided and made durable. */
    public <R> R write(Command<R> command) {
        return answer(dialect, writer.submit(command), Problem.OUTCOME_UNKNOWN);
    }

    public <R> R read(Query<R> query) {
        return answer(dialect, readers.submit(query), Problem.STORE_UNREACHABLE);
    }

    /** Reads whose results are kept while nothing changes in the tables that they look at. */
    public <K, R> Kept<K, R> keep(Table<?, ?>... tables) {
        return commits.keep(new Kept<>(this, Set.of(tables), !dialect.isShared()));
    }

    /** Has somebody told of every batch. */
    public void tell(CommitListener listener) {
        commits.tell(listener);
    }

    /** Which history of the log this is; cursors from another one mean nothing here. */
    public String epoch() {
        return epoch;
    }

    public Health health() {
        return commits.health();
    }

    public Stats stats() {
        return new Stats(commits.batches(), commits.commands(), writer.queued(), readers.reads());
    }

    public Dialect dialect() {
        return dialect;
    }

    @Override
    public void close() {
        try {
            writer.close();
            readers.close();
            dialect.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (SQLException error) {
            throw new ParleyException(Problem.INTERNAL, "closing the store failed", error);
        }
    }

    private static <R> R answer(Dialect dialect, CompletableFuture<R> future, Problem late) {
        try {
            // A wait with a clock costs a timer for each; a local disk needs none.
            return dialect.isShared()
                    ? future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                    : future.get();
        } catch (TimeoutException _) {
            throw new ParleyException(
                    late, "the store did not answer within " + PATIENCE.toSeconds() + " seconds");
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof ParleyException refusal
                    ? refusal
                    : new ParleyException(Problem.INTERNAL, "a command failed", failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new ParleyException(
                    Problem.OUTCOME_UNKNOWN, "interrupted while waiting for the store");
        }
    }
}

package dev.parley.store;

import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A command that waits for its batch, and whoever waits for its answer. */
final class Pending<R> {
    private final Command<R> command;
    private final int weight;
    private final CompletableFuture<R> answer = new CompletableFuture<>();
    private @Nullable R decided;
    private @Nullable Throwable refused;

    Pending(Command<R> command) {
        this.command = command;
        this.weight = command.weight();
    }

    Command<R> command() {
        return command;
    }

    int weight() {
        return weight;
    }

    CompletableFuture<R> answer() {
        return answer;
    }

    /** Decides within the batch; false when a refusal cannot be undone without a replay. */
    boolean decide(Tx tx) throws SQLException {
        refused = null;
        try {
            decided = tx.decide(command);
            tx.keep();
            return true;
        } catch (SQLException error) {
            throw error;
        } catch (Throwable refusal) {
            refused = refusal;
            return tx.drop();
        }
    }

    /** The batch is durable: tells the waiter what was decided. */
    // The future carries exactly what the command returned, null included.
    @SuppressWarnings("NullAway")
    void settle() {
        if (refused == null) {
            answer.complete(decided);
        } else {
            answer.completeExceptionally(refused);
        }
    }

    /** The command could not be looked at; {@link #settle} will say so. */
    void refuse(RuntimeException reason) {
        refused = reason;
    }

    void fail(Throwable reason) {
        answer.completeExceptionally(reason);
    }
}

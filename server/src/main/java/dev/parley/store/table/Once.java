package dev.parley.store.table;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A command that is carried out at most once per key: whoever repeats it gets the first answer.
 *
 * @param digest of what was asked; the same key with another one is refused
 * @param kept what is remembered of a result; null when it is nothing worth remembering
 */
public record Once<R>(
        AnswerTable.Key key, String digest, Command<R> command, Function<R, @Nullable Answer> kept)
        implements Command<Once.Outcome<R>> {
    /** How long an answer is remembered. */
    public static final Duration REMEMBERED = Duration.ofHours(24);

    /** What was answered: a status and a body. */
    public record Answer(int status, String body) {}

    /** Either the result, or what was answered the first time. */
    public record Outcome<R>(Optional<R> result, Optional<Answer> repeated) {}

    @Override
    public void touches(Touches touches) {
        touches.lock(key.lock());
        command.touches(touches);
    }

    @Override
    public int weight() {
        return command.weight();
    }

    @Override
    public Outcome<R> decide(Tx tx) throws SQLException {
        var known = known(tx, key, digest);
        if (known.isPresent()) {
            var first = new Answer(known.get().status(), known.get().body());
            return new Outcome<>(Optional.empty(), Optional.of(first));
        }
        var result = command.decide(tx);
        var answer = kept.apply(result);
        if (answer != null) {
            tx.rows(AnswerTable.TABLE)
                    .put(new AnswerTable.Row(key, digest, answer.status, answer.body, tx.now()));
        }
        return new Outcome<>(Optional.of(result), Optional.empty());
    }

    /** What is remembered of the same request; another one with its key is refused. */
    public static Optional<AnswerTable.Row> known(Tx tx, AnswerTable.Key key, String digest)
            throws SQLException {
        var known =
                tx.rows(AnswerTable.TABLE)
                        .find(key)
                        .filter(row -> row.createdAt().isAfter(tx.now().minus(REMEMBERED)));
        if (known.isPresent() && !known.get().digest().equals(digest)) {
            throw new ParleyException(
                    Problem.IDEMPOTENCY_MISMATCH,
                    "Idempotency-Key " + key.key() + " was used for another request");
        }
        return known;
    }
}

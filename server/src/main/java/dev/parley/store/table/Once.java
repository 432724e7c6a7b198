package dev.parley.store.table;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import java.sql.SQLException;
import java.time.Duration;

/**
 * A command that is carried out at most once per key: whoever repeats it gets the first answer.
 *
 * @param digest of what was asked; the same key with another one is refused
 */
public record Once(AnswerTable.Key key, String digest, Command<Once.Answer> command)
        implements Command<Once.Answer> {
    /** How long an answer is remembered. */
    public static final Duration REMEMBERED = Duration.ofHours(24);

    /** What the door answers: a status and a body. */
    public record Answer(int status, String body) {}

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
    public Answer decide(Tx tx) throws SQLException {
        var answers = tx.rows(AnswerTable.TABLE);
        var known =
                answers.find(key)
                        .filter(row -> row.createdAt().isAfter(tx.now().minus(REMEMBERED)));
        if (known.isPresent()) {
            return repeated(known.get());
        }
        var answer = command.decide(tx);
        answers.put(new AnswerTable.Row(key, digest, answer.status, answer.body, tx.now()));
        return answer;
    }

    private Answer repeated(AnswerTable.Row known) {
        if (!known.digest().equals(digest)) {
            throw new ParleyException(
                    Problem.IDEMPOTENCY_MISMATCH,
                    "Idempotency-Key " + key.key() + " was used for another request");
        }
        return new Answer(known.status(), known.body());
    }
}

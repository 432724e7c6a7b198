package dev.parley.http.api;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AnswerTable;
import dev.parley.store.table.Once;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Begins what must be done once for a key, unless it was done: then that is the answer.
 *
 * @param digest of what is asked; the same key with another one is refused
 */
record Claim(AnswerTable.Key key, String digest) implements Command<Optional<Once.Answer>> {
    /** What has no answer after this long was begun by a hub that is gone. */
    private static final Duration UNDER_WAY = Duration.ofSeconds(60);

    @Override
    public void touches(Touches touches) {
        touches.lock(key.lock());
    }

    @Override
    public Optional<Once.Answer> decide(Tx tx) throws SQLException {
        var answers = tx.rows(AnswerTable.TABLE);
        var known = Once.known(tx, key, digest);
        if (known.isPresent() && known.get().status() > 0) {
            return Optional.of(new Once.Answer(known.get().status(), known.get().body()));
        }
        if (known.isPresent() && known.get().createdAt().isAfter(tx.now().minus(UNDER_WAY))) {
            throw new ParleyException(
                    Problem.TOO_BUSY,
                    "the request with this Idempotency-Key is under way; repeat it in a moment",
                    Map.of("retry_after", 1));
        }
        answers.put(new AnswerTable.Row(key, digest, 0, "", tx.now()));
        return Optional.empty();
    }

    /** Keeps what it was answered. */
    record Settle(AnswerTable.Key key, Once.Answer answer) implements Command<Boolean> {
        @Override
        public void touches(Touches touches) {
            touches.lock(key.lock());
        }

        @Override
        public int weight() {
            return 512 + answer.body().length();
        }

        @Override
        public Boolean decide(Tx tx) throws SQLException {
            var answers = tx.rows(AnswerTable.TABLE);
            var begun = answers.find(key).orElseThrow();
            answers.put(
                    new AnswerTable.Row(
                            key, begun.digest(), answer.status(), answer.body(), tx.now()));
            return true;
        }
    }

    /** It was refused: the same may be tried again. */
    record Drop(AnswerTable.Key key) implements Command<Boolean> {
        @Override
        public void touches(Touches touches) {
            touches.lock(key.lock());
        }

        @Override
        public Boolean decide(Tx tx) {
            tx.rows(AnswerTable.TABLE).remove(key);
            return true;
        }
    }
}

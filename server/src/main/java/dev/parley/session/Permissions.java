package dev.parley.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Asked;
import dev.parley.run.Chronicle;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.QuestionState;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.SessionRow;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Has people decide what an agent may do in its turn; each leave is good for one time. */
record Permissions(Store store, Wakeups wakeups, Chronicle chronicle) {
    private static final String MESSAGE = "message_id";
    private static final Duration LOOK = Duration.ofSeconds(5);

    /** In which turn something is asked: the one that answers a message. */
    static ObjectNode context(SessionRow session, MessageId about) {
        return Json.object()
                .put("agent", session.key().agent().value())
                .put("session_id", session.id().value())
                .put(MESSAGE, about.value());
    }

    /**
     * Asks, and waits until it is closed.
     *
     * @param left after how long the turn ends and nobody waits any more
     */
    Optional<Leave> ask(Turn turn, Asked asked, Duration left) throws InterruptedException {
        var session = turn.session();
        var key = store.write(new Ask(session, asked, left, chronicle));
        var topic = new Topic.Questions(session.key().run().space());
        try (var watch = wakeups.watch(Set.of(topic))) {
            while (true) {
                var row = store.read(sql -> QuestionTable.TABLE.find(sql, key)).orElseThrow();
                if (!row.isOpen()) {
                    return taken(row);
                }
                watch.await(LOOK);
            }
        }
    }

    private Optional<Leave> taken(QuestionTable.Row row) {
        if (row.state() != QuestionState.ANSWERED) {
            return Optional.empty();
        }
        var outcome = Json.parseTrusted(row.outcome() == null ? "{}" : row.outcome());
        if (row.isApproved()) {
            store.write(new Spend(row.key()));
        }
        return Optional.of(new Leave(row.isApproved(), outcome.path("reason").textValue()));
    }

    /** Nobody waits any more for what was asked in a turn that is over. */
    static void withdraw(Chronicle.Chapter chapter, SessionRow session, MessageId about)
            throws SQLException {
        chapter.withdraw(
                session.key().agent(),
                asked ->
                        asked.context() != null
                                && asked.context().path(MESSAGE).asText().equals(about.value()));
    }

    private record Ask(SessionRow session, Asked asked, Duration left, Chronicle chronicle)
            implements Command<QuestionTable.Key> {
        @Override
        public void touches(Touches touches) {
            touches.lock(session.key().run().lock());
            touches.row(RunTable.TABLE, session.key().run());
        }

        @Override
        public QuestionTable.Key decide(Tx tx) throws SQLException {
            var run = session.key().run();
            var chapter = chronicle.of(tx, run);
            chapter.requireGoing();
            var until = tx.now().plus(left);
            var id = chapter.ask(session.key().agent(), asked, Json.object(), until);
            return QuestionTable.Key.of(run.space(), id);
        }
    }

    private record Spend(QuestionTable.Key key) implements Command<Boolean> {
        @Override
        public void touches(Touches touches) {
            touches.lock(key.run().lock());
        }

        @Override
        public Boolean decide(Tx tx) throws SQLException {
            var questions = tx.rows(QuestionTable.TABLE);
            questions
                    .find(key)
                    .filter(QuestionTable.Row::isApproved)
                    .ifPresent(row -> questions.put(row.spent()));
            return true;
        }
    }
}

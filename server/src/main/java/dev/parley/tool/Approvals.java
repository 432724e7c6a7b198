package dev.parley.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Asked;
import dev.parley.run.Chronicle;
import dev.parley.run.Given;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.QuestionState;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A person's leave for a call: for one agent, for exactly these arguments, and for one time. What
 * was denied stays denied for a while; then the person may be asked again, who may have thought
 * better of it.
 */
final class Approvals {
    static final Duration DENIED_FOR = Duration.ofMinutes(10);

    private final Store store;
    private final Waits waits;
    private final Chronicle chronicle;

    Approvals(Store store, Waits waits, Chronicle chronicle) {
        this.store = store;
        this.waits = waits;
        this.chronicle = chronicle;
    }

    /** The exact action that leave is asked for. */
    record Action(RunKey run, AgentName agent, Offer offer, ObjectNode arguments) {
        String digest() {
            return Asked.digest(offer.name(), arguments);
        }

        Asked asked() {
            var context =
                    Json.object()
                            .put("agent", agent.value())
                            .put("tool", offer.name())
                            .put("class", Wire.name(offer.handling().kind()))
                            .put("description", offer.tool().description());
            return Asked.toApprove(
                    agent + " wants to call " + offer.name() + ". May it?",
                    context,
                    offer.name(),
                    arguments);
        }
    }

    /** The question that was answered with leave; refuses while, or because, there is none. */
    QuestionTable.Key require(Principal caller, Action action, Duration wait) {
        var question = store.write(new Ask(action, chronicle));
        var row =
                waits.on(caller, new Topic.Questions(caller.space()), wait)
                        .until(() -> look(question), found -> !found.isOpen());
        if (row.isApproved()) {
            return question;
        }
        var id = Map.<String, Object>of("question_id", question.id());
        if (row.state() == QuestionState.ANSWERED && !row.isSpent()) {
            throw new ParleyException(Problem.APPROVAL_DENIED, denial(row), id);
        }
        throw new ParleyException(
                Problem.APPROVAL_PENDING,
                "a person must approve this call first; make it again once question "
                        + question.id()
                        + " is answered",
                id);
    }

    private static String denial(QuestionTable.Row row) {
        var reason = Given.read(outcome(row)).reason();
        return "a person has denied exactly this call"
                + (reason == null ? "" : ": \"" + reason + "\"")
                + " (question "
                + row.key().id()
                + "); do not repeat it unless you are told to, and then no sooner than "
                + DENIED_FOR.toMinutes()
                + " minutes after that";
    }

    private static ObjectNode outcome(QuestionTable.Row answered) {
        return Json.parseTrusted(Objects.requireNonNullElse(answered.outcome(), "{}"));
    }

    private QuestionTable.Row look(QuestionTable.Key question) {
        return store.read(sql -> QuestionTable.TABLE.find(sql, question)).orElseThrow();
    }

    /** Finds what was asked about the action and can still count, or asks. */
    private record Ask(Action action, Chronicle chronicle) implements Command<QuestionTable.Key> {
        @Override
        public void touches(Touches touches) {
            touches.lock(action.run.lock());
            touches.row(RunTable.TABLE, action.run);
        }

        @Override
        public QuestionTable.Key decide(Tx tx) throws SQLException {
            var known = known(tx);
            if (known.isPresent()) {
                return known.get().key();
            }
            var chapter = chronicle.of(tx, action.run);
            chapter.requireGoing();
            var payload = Json.object().put("tool", action.offer.name());
            var id = chapter.ask(action.agent, action.asked(), payload, null);
            return QuestionTable.Key.of(action.run.space(), id);
        }

        private Optional<QuestionTable.Row> known(Tx tx) throws SQLException {
            return QuestionTable.TABLE
                    .newest(tx.settled(), action.run, action.digest(), action.agent.value())
                    .filter(row -> row.isOpen() || row.state() == QuestionState.ANSWERED)
                    .filter(row -> !row.isSpent() && !isDeniedLongAgo(row, tx.now()));
        }

        private static boolean isDeniedLongAgo(QuestionTable.Row row, Instant now) {
            var at = outcome(row).path("answered_at").asDouble();
            return !row.isOpen()
                    && !row.isApproved()
                    && now.toEpochMilli() - at * 1000 > DENIED_FOR.toMillis();
        }
    }
}

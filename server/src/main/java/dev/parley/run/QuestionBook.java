package dev.parley.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.bus.Topic;
import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.protocol.codec.Times;
import dev.parley.store.Tx;
import dev.parley.store.table.AwaitedState;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.QuestionKind;
import dev.parley.store.table.QuestionState;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.Standing;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Opens and closes a run's questions to people, together with the entries that ask or answer. */
final class QuestionBook {
    /** As many blockers and questions as may wait in one run. */
    static final int MAX_OPEN = 100;

    private final Tx tx;
    private final Log log;
    private final HubLines lines;
    private final Clocks clocks;

    QuestionBook(Tx tx, Log log, HubLines lines, Clocks clocks) {
        this.tx = tx;
        this.log = log;
        this.lines = lines;
        this.clocks = clocks;
    }

    /** Refuses one more where so much waits already that nobody can have read it. */
    static void requireRoom(Standing standing) {
        if (standing.openMatters() >= MAX_OPEN) {
            throw new ParleyException(
                    Problem.TOO_MANY_QUESTIONS,
                    MAX_OPEN
                            + " questions and blockers of this run wait for an answer; wait until"
                            + " one is settled");
        }
    }

    /** Keeps the questions in step with the blockers and questions that a message has moved. */
    void follow(Message message, Collection<AwaitedTable.Row> matters) throws SQLException {
        for (var matter : List.copyOf(matters)) {
            if (matter.isOpen()) {
                if (isForPeople(matter)) {
                    open(message, matter.asker());
                }
            } else {
                settle(message, matter);
            }
        }
    }

    /** A blocker goes to people, whoever is told, unless a manager is there to decide. */
    private boolean isForPeople(AwaitedTable.Row matter) {
        return matter.asked().equals(Address.USER.value())
                || (matter.act() == Act.BLOCKED && log.run().protocol() != RunProtocol.MANAGED);
    }

    private void open(Message message, String asker) {
        var asked = Asked.of(message);
        put(message.seq(), message.messageId(), asker, asked, message.deadlineAt());
    }

    /** Has the hub itself ask something; gives the question's id. */
    String ask(Asked asked, ObjectNode payload) throws SQLException {
        return ask(asked, payload, lines.newId());
    }

    String ask(Asked asked, ObjectNode payload, MessageId as) throws SQLException {
        return ask(asked, payload, as, Address.SYSTEM.value(), null);
    }

    /** The same for an agent, until which nothing is held up but the run. */
    String askFor(AgentName agent, Asked asked, ObjectNode payload, @Nullable Instant until)
            throws SQLException {
        var id =
                ask(
                        asked,
                        payload.put("guard", Asked.TOOL_APPROVAL).put("agent", agent.value()),
                        lines.newId(),
                        agent.value(),
                        until);
        log.stands(log.run().standing().matters(1));
        return id;
    }

    private String ask(
            Asked asked, ObjectNode payload, MessageId as, String asker, @Nullable Instant until)
            throws SQLException {
        long seq = log.run().head() + 1;
        var id = key(seq).id();
        var message =
                log.add(
                        lines.change(
                                log.run(),
                                "question",
                                OneLine.summary(asked.text()),
                                payload.put("change", "opened").put("question_id", id),
                                as));
        put(seq, message.messageId(), asker, asked, until);
        return id;
    }

    private void put(
            long seq, MessageId message, String asker, Asked asked, @Nullable Instant deadline) {
        var row =
                new QuestionTable.Row(
                        key(seq),
                        message,
                        asked.approval() == null ? QuestionKind.QUESTION : QuestionKind.APPROVAL,
                        asker,
                        asked.write(),
                        asked.digest().orElse(null),
                        deadline,
                        tx.now(),
                        QuestionState.OPEN,
                        null,
                        null);
        tx.rows(QuestionTable.TABLE).put(row);
        tell(row, seq);
    }

    private void settle(Message message, AwaitedTable.Row matter) throws SQLException {
        var found = tx.rows(QuestionTable.TABLE).find(key(matter.key().seq()));
        if (found.isEmpty() || !found.get().isOpen()) {
            return;
        }
        var row = found.get();
        if (matter.state() != AwaitedState.ANSWERED) {
            boolean isLate = matter.state() == AwaitedState.TIMED_OUT;
            close(row, isLate ? QuestionState.EXPIRED : QuestionState.CANCELLED);
            return;
        }
        var asked = Asked.read(row.asked());
        QuestionRules.requireAnswerer(asked, message.sender());
        var given = Given.of(message);
        if (message.fromAgent().isUser()) {
            given = given.to(asked);
        } else {
            QuestionRules.requireNoApproval(asked);
        }
        answer(row, given, message.sender());
        if (row.digest() != null && given.decision() != null) {
            Intent.approval(tx, log.run().key(), message, row, given.decision());
        }
    }

    /** Closes a question with its answer. */
    QuestionTable.Row answer(QuestionTable.Row row, Given given, String by) throws SQLException {
        var outcome = given.json().put("answered_by", by);
        outcome.set("answered_at", Times.epochSeconds(tx.now()));
        return close(row.closed(QuestionState.ANSWERED, given.decision(), Json.write(outcome)));
    }

    /** Closes a question that nobody needs to answer any more. */
    void close(QuestionTable.Row row, QuestionState how) throws SQLException {
        close(row.closed(how, null, "{}"));
        for (var other : alsoHeldUp(row)) {
            goOn(other, null);
        }
    }

    /** The other runs that wait for the answer to the same question. */
    List<Log> alsoHeldUp(QuestionTable.Row row) throws SQLException {
        var held = new ArrayList<Log>();
        for (var id : Asked.read(row.asked()).runs()) {
            var run = new RunKey(row.key().run().space(), id);
            if (!run.equals(log.run().key())) {
                tx.hold(run.lock());
                tx.rows(RunTable.TABLE)
                        .find(run)
                        .filter(other -> row.key().id().equals(other.standing().question()))
                        .ifPresent(other -> held.add(new Log(tx, other)));
            }
        }
        return held;
    }

    /** Lets a paused run go on. */
    void goOn(Log paused, @Nullable String by) throws SQLException {
        paused.stands(paused.run().standing().resume());
        clocks.goOn(tx, paused.run().key());
        paused.add(lines.stands(paused.run(), "the run goes on", by));
    }

    private QuestionTable.Row close(QuestionTable.Row closed) throws SQLException {
        tx.rows(QuestionTable.TABLE).put(closed);
        var how = Wire.name(closed.state());
        var payload = Json.parseTrusted(closed.outcome() == null ? "{}" : closed.outcome());
        payload.put("change", how).put("question_id", closed.key().id());
        var asked = Asked.read(closed.asked());
        if (asked.guard() != null) {
            payload.put("guard", asked.guard());
        }
        if (asked.assignment() != null) {
            payload.put("assignment", asked.assignment());
        }
        var line =
                lines.change(
                        log.run(),
                        "question",
                        "question " + closed.key().id() + " is " + how,
                        payload);
        var message = log.add(line);
        tell(closed, message.seq());
        if (asked.isToolApproval()) {
            settled(closed, message);
        }
        return closed;
    }

    /** Nothing else than the question itself has held the run up for a tool. */
    private void settled(QuestionTable.Row closed, Message message) throws SQLException {
        if (!log.run().status().isFinal()) {
            log.stands(log.run().standing().matters(-1));
        }
        if (closed.decision() != null) {
            Intent.approval(tx, log.run().key(), message, closed, closed.decision());
        }
    }

    /** Cancels what a guard has asked in this run when it goes on without an answer. */
    void withdraw(Standing before) throws SQLException {
        if (before.question() != null) {
            var key = QuestionTable.Key.of(log.run().key().space(), before.question());
            if (!key.run().equals(log.run().key())) {
                return;
            }
            var open = tx.rows(QuestionTable.TABLE).find(key).filter(QuestionTable.Row::isOpen);
            if (open.isPresent()) {
                close(open.get(), QuestionState.CANCELLED);
            }
        }
    }

    /** Cancels whatever is still open when the run has ended. */
    void end(Standing before) throws SQLException {
        if (before.openMatters() == 0 && before.question() == null) {
            return;
        }
        cancelAll((String) null);
    }

    /** Cancels whatever an agent has had asked, for a tool perhaps. */
    void cancelAll(AgentName agent) throws SQLException {
        cancelAll(agent.value());
    }

    /** Cancels some of what an agent has had the hub ask for it. */
    void cancel(AgentName agent, Predicate<Asked> which) throws SQLException {
        var run = log.run().key();
        var open = new QuestionTable.Filter(run.space(), true, agent.value(), run.run().value());
        for (var question : QuestionTable.TABLE.after(tx.settled(), open, 0, MAX_OPEN)) {
            var row = tx.rows(QuestionTable.TABLE).find(question.row().key()).orElseThrow();
            var asked = Asked.read(row.asked());
            if (row.isOpen() && asked.isToolApproval() && which.test(asked)) {
                close(row, QuestionState.CANCELLED);
            }
        }
    }

    private void cancelAll(@Nullable String askedBy) throws SQLException {
        var run = log.run().key();
        var open = new QuestionTable.Filter(run.space(), true, askedBy, run.run().value());
        var page = QuestionTable.TABLE.after(tx.sql(), open, 0, MAX_OPEN);
        while (!page.isEmpty()) {
            for (var question : page) {
                close(question.row(), QuestionState.CANCELLED);
            }
            page = QuestionTable.TABLE.after(tx.sql(), open, 0, MAX_OPEN);
        }
    }

    private void tell(QuestionTable.Row row, long seq) {
        var run = row.key().run();
        var detail =
                Json.object()
                        .put("question_id", row.key().id())
                        .put("state", Wire.name(row.state()));
        tx.rows(FeedTable.TABLE)
                .put(new FeedTable.Change(FeedTable.QUESTION, run, seq, Json.write(detail)));
        tx.wake(new Topic.Questions(run.space()));
    }

    private QuestionTable.Key key(long seq) {
        return new QuestionTable.Key(log.run().key(), seq);
    }
}

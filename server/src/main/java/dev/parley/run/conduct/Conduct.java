package dev.parley.run.conduct;

import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentState;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.Wire;
import dev.parley.store.table.AwaitedState;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.RunAgentTable;
import dev.parley.store.table.RunStates;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.Standing;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Applies messages to how everybody in a run stands, one after the other. The same log always leads
 * to the same standing.
 */
public final class Conduct {
    static final Set<Act> ASKS = EnumSet.of(Act.ASK, Act.ASK_USER, Act.BLOCKED);
    private static final Set<Act> MATTERS = EnumSet.of(Act.ASK_USER, Act.BLOCKED);

    private final Board board;
    private final RunProtocol protocol;
    private final Expectations expectations;
    private final Cancelling cancelling;
    private Standing standing;

    public Conduct(Board board, RunTable.Row run, Duration patience) {
        this.board = board;
        this.protocol = run.protocol();
        this.expectations = new Expectations(board, run.key(), patience);
        this.cancelling = new Cancelling(board, this::settle);
        this.standing = run.standing();
    }

    /** How the run stands after what was said so far. */
    public Standing standing() {
        return standing;
    }

    /** Nobody has replied to a message in time: whoever could not go on without has failed. */
    public void timeOut(long seq) throws SQLException {
        var late = board.awaited(seq).orElseThrow();
        boolean isHeldUp =
                !isUser(late.asker())
                        && board.agent(late.asker()).waitsFor().stream()
                                .anyMatch(edge -> edge.seq() == seq);
        settle(late, AwaitedState.TIMED_OUT);
        if (late.act() == Act.ASSIGN) {
            board.put(board.agent(late.asked()).without(seq));
        }
        if (isHeldUp) {
            move(late.asker(), Trigger.FAILED);
        }
    }

    /**
     * An agent has let the work go: nobody needs to answer any more what it asked, or was stuck at.
     */
    public void letGo(String agent) throws SQLException {
        for (var edge : List.copyOf(board.agent(agent).waitsFor())) {
            var matter = board.awaited(edge.seq()).filter(row -> MATTERS.contains(row.act()));
            if (matter.isPresent()) {
                settle(matter.get(), AwaitedState.CANCELLED);
            }
        }
    }

    /** Something else than a message has changed how the run stands. */
    public void stands(Standing now) {
        standing = now;
    }

    /**
     * Assignments further down that a cancellation has taken along, to be told to their holders.
     */
    public List<AwaitedTable.Row> takenAlong() {
        return cancelling.takenAlong();
    }

    /** Applies one message; refuses what its sender may not do as things stand. */
    public void follow(Said said) throws SQLException {
        switch (said.message().act()) {
            case ASSIGN -> assign(said);
            case RESULT -> report(said);
            case ASK -> ask(said);
            case BLOCKED, ASK_USER -> raise(said);
            case ANSWER, USER_ANSWER -> answer(said);
            case DECIDE -> decide(said);
            case PROGRESS -> move(said.speaker(), Trigger.PROGRESSED);
            case FINAL -> finish(said);
            case CANCEL -> cancelling.cancel(said);
            case SAY -> say(said);
            case ACK, SYSTEM -> {
                return;
            }
        }
        standing = standing.silent(said.isSilent() ? standing.silent() + 1 : 0);
    }

    private void assign(Said said) throws SQLException {
        for (var assignee : said.agents()) {
            move(assignee, Trigger.PROMPTED);
        }
        var assignee = said.target();
        if (assignee.isEmpty() || isUser(assignee.get())) {
            move(said.speaker(), Trigger.ACTED);
            return;
        }
        var awaited = expectations.open(said, assignee.get());
        board.put(board.agent(assignee.get()).holding(said.seq()));
        expectations.hold(awaited);
        move(said.speaker(), Trigger.DELEGATED);
    }

    private void report(Said said) throws SQLException {
        var assignment = expectations.answered(said, EnumSet.of(Act.ASSIGN));
        if (assignment.isEmpty()) {
            requireLoose(
                    said.speaker()
                            + " holds no assignment of "
                            + said.message().toAgent()
                            + " that this could be the result of; name it in parent_id");
        } else {
            settle(assignment.get(), AwaitedState.ANSWERED);
            var seq = assignment.get().key().seq();
            board.put(board.agent(said.speaker()).without(seq));
        }
        var rest = board.agent(said.speaker());
        var status = said.message().payload().path("status").asText("completed");
        var trigger = status.equals("completed") ? Trigger.REPORTED : Trigger.HANDED_BACK;
        move(said.speaker(), rest.holds().isEmpty() ? trigger : Trigger.ACTED);
    }

    private void ask(Said said) throws SQLException {
        var asked = said.target();
        if (asked.isEmpty()) {
            move(said.speaker(), Trigger.ACTED);
            return;
        }
        var awaited = expectations.open(said, asked.get());
        if (said.isAskedUpwards()) {
            expectations.hold(awaited);
            move(said.speaker(), Trigger.ASKED_PARENT);
        } else {
            move(said.speaker(), Trigger.ACTED);
        }
    }

    /** A blocker, or a question to the user: something that others must settle. */
    private void raise(Said said) throws SQLException {
        var asked = said.target().orElse(Address.USER.value());
        expectations.hold(expectations.open(said, asked));
        boolean isForUser = said.message().act() == Act.ASK_USER || isUser(asked);
        move(said.speaker(), isForUser ? Trigger.ASKED_USER : Trigger.ASKED_PARENT);
        standing = standing.matters(1);
    }

    private void answer(Said said) throws SQLException {
        var asked = expectations.answered(said, ASKS);
        if (asked.isEmpty()) {
            requireLoose(
                    "nothing that "
                            + said.message().toAgent()
                            + " asked is waiting for this answer; name the question in parent_id");
        } else {
            settle(asked.get(), AwaitedState.ANSWERED);
        }
        move(said.speaker(), Trigger.ACTED);
    }

    /** Settles the matter it names, else every blocker that the other has brought up. */
    private void decide(Said said) throws SQLException {
        var named = said.about() == null ? null : expectations.answered(said, ASKS).orElse(null);
        if (named != null) {
            settle(named, AwaitedState.ANSWERED);
        } else {
            for (var agent : said.agents()) {
                for (var blocker :
                        expectations.waitingFor(said.speaker(), agent, EnumSet.of(Act.BLOCKED))) {
                    settle(blocker, AwaitedState.ANSWERED);
                }
            }
        }
        move(said.speaker(), Trigger.ACTED);
    }

    private void finish(Said said) throws SQLException {
        move(said.speaker(), Trigger.FINISHED);
        var how = said.isFailure() ? RunStates.Trigger.FAILED : RunStates.Trigger.FINISHED;
        standing = standing.end(how, null, said.message().summary());
    }

    private void say(Said said) throws SQLException {
        if (said.isByUser()) {
            for (var agent : said.agents()) {
                move(agent, Trigger.PROMPTED);
            }
        } else {
            move(said.speaker(), Trigger.ACTED);
        }
    }

    /** Ends the waiting for a reply, and lets whoever waited go on. */
    void settle(AwaitedTable.Row awaited, AwaitedState how) throws SQLException {
        expectations.close(awaited, how);
        if (MATTERS.contains(awaited.act())) {
            standing = standing.matters(-1);
        }
        if (isUser(awaited.asker())) {
            return;
        }
        var asker = board.agent(awaited.asker());
        var trigger = waiting(awaited.act(), awaited.asked());
        boolean goesOn =
                asker.waitsFor().stream()
                        .noneMatch(edge -> waiting(edge.act(), edge.agent()) == trigger);
        if (goesOn && AgentStates.of(trigger).containsValue(asker.state())) {
            move(awaited.asker(), Trigger.RESUMED);
            var next = board.agent(awaited.asker());
            if (!next.waitsFor().isEmpty()) {
                var last = next.waitsFor().getLast();
                move(awaited.asker(), waiting(last.act(), last.agent()));
            }
        }
    }

    /** What an agent did that now waits for the reply to such a message. */
    private static Trigger waiting(Act act, String asked) {
        return switch (act) {
            case ASSIGN -> Trigger.DELEGATED;
            case ASK_USER -> Trigger.ASKED_USER;
            default -> isUser(asked) ? Trigger.ASKED_USER : Trigger.ASKED_PARENT;
        };
    }

    /** Moves an agent's state; in an open run, what would be illegal changes nothing. */
    private void move(String agent, Trigger trigger) throws SQLException {
        if (isUser(agent)) {
            return;
        }
        var row = board.agent(agent);
        var next = AgentStates.next(row.state(), trigger);
        if (next.isEmpty() && !protocol.isFree()) {
            throw new ParleyException(
                    Problem.ILLEGAL_TRANSITION,
                    agent
                            + " is "
                            + Wire.name(row.state())
                            + " in this run, so it cannot be that it "
                            + trigger.words()
                            + "; it needs an assignment first");
        }
        put(row, next.orElse(row.state()));
    }

    private void put(RunAgentTable.Row row, AgentState next) throws SQLException {
        board.put(row.state(next));
    }

    /** In a tree every reply must answer something; elsewhere it may just be said. */
    private void requireLoose(String why) {
        if (protocol == RunProtocol.TREE) {
            throw new ParleyException(Problem.NOTHING_ASKED, why);
        }
    }

    private static boolean isUser(String name) {
        return name.equals(Address.USER.value());
    }
}

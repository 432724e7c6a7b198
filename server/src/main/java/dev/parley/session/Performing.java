package dev.parley.session;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.protocol.Act;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.TurnState;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.run.Entry;
import dev.parley.run.Runs;
import dev.parley.run.Wording;
import dev.parley.store.Store;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import dev.parley.store.table.TurnTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes one turn from its beginning to whatever end it comes to. */
final class Performing {
    private static final Logger LOG = LoggerFactory.getLogger(Performing.class);
    private static final int MAX_TRIES = 10;
    private static final int PAGE = 100;

    private final Troupe.Base base;
    private final Store store;
    private final Runs runs;
    private final Turns turns;
    private final Echo echo;
    private final Uttering uttering;
    private final Judging judging;
    private final Folders folders;

    Performing(Troupe.Base base, Turns turns, Folders folders) {
        this.base = base;
        this.store = base.store();
        this.runs = base.runs();
        this.turns = turns;
        this.echo = new Echo(store, runs, base.ids());
        this.uttering = new Uttering(base, turns, echo);
        this.judging = new Judging(base);
        this.folders = folders;
    }

    /** As whom the hub does what it does for agents. */
    static Principal hub(Space space) {
        return new Principal("hub", space, Role.OWNER, "hub", null);
    }

    /** As whom an agent acts that the hub runs. */
    static Principal agent(SessionTable.Key session) {
        var agent = session.agent();
        return new Principal("hub", session.run().space(), Role.WORKER, agent.value(), agent);
    }

    TurnTable.Row find(TurnTable.Key key) {
        return store.read(sql -> TurnTable.TABLE.between(sql, key.session(), key.seq(), key.seq()))
                .getFirst();
    }

    /** Whether somebody has called a turn off, or ended the run that it belongs to. */
    boolean isOff(TurnTable.Key key) {
        var run = key.session().run();
        return find(key).state().isFinal()
                || store.read(sql -> RunTable.TABLE.find(sql, run))
                        .filter(row -> row.status().isFinal())
                        .isPresent();
    }

    /**
     * Takes a turn.
     *
     * @param held is told whether it only waits for its run to go on
     */
    void perform(TurnTable.Row turn, Host host, BooleanSupplier isClosing, Consumer<Boolean> held) {
        try {
            take(turn, session(turn), host, held);
        } catch (InterruptedException _) {
            cut(turn, isClosing.getAsBoolean());
        } catch (ParleyException failed) {
            if (Thread.interrupted()) {
                cut(turn, isClosing.getAsBoolean());
            } else {
                end(turn, TurnState.FAILED, words(failed));
            }
        } catch (RuntimeException bug) {
            LOG.atError().setCause(bug).log("event=turn-failed agent={}", turn.key().session());
            end(turn, TurnState.FAILED, "the hub made a mistake; its log says more");
        }
    }

    /** Whatever was ended already stays as it is. */
    private void cut(TurnTable.Row turn, boolean isClosing) {
        end(
                turn,
                isClosing ? TurnState.INTERRUPTED : TurnState.CANCELLED,
                isClosing ? "the hub was stopped" : "it was called off");
    }

    private void take(TurnTable.Row turn, SessionRow session, Host host, Consumer<Boolean> held)
            throws InterruptedException {
        // Where agents may work may be less than it was when the session was opened.
        folders.require(session.cwd());
        var message =
                runs.message(
                        hub(session.key().run().space()),
                        session.key().run().run(),
                        turn.message());
        var agent = agent(session.key());
        var words =
                new Wording(base.payloads()).read(agent, message) + judging.on(session, message);
        var members = runs.facts(agent, session.key().run().run()).members();
        var taken =
                new Turn(
                        agent,
                        members.nameOf(session.key().agent()).value(),
                        session,
                        message,
                        words,
                        most -> past(session, message, most));
        uttering.say(turn, taken, host.take(taken, new Hearing(base, taken)), held);
    }

    /**
     * Whoever has assigned something that comes to nothing gets a report that says so, as if the
     * agent had written it: then nobody waits, and a parent that the hub runs has a turn.
     */
    void report(TurnTable.Row turn, TurnState how, String why) {
        var session = turn.key().session();
        var run = session.run();
        try {
            var asked = runs.message(hub(run.space()), run.run(), turn.message());
            if (asked.act() != Act.ASSIGN) {
                return;
            }
            var draft =
                    Draft.to(asked.fromAgent(), Replying.resultKind(asked))
                            .parent(asked.messageId())
                            .correlation(asked.correlationId())
                            .summary(OneLine.summary(Wire.name(how) + ": " + why))
                            .payload(Json.object().put("status", "failed").put("result", why))
                            .build();
            runs.post(hub(run.space()), agent(session), run.run(), draft, said -> said);
        } catch (ParleyException refused) {
            // In a run that has ended or is paused nobody needs it; the turn itself says why.
            LOG.debug("event=failure-not-reported why={}", refused.detail());
        }
    }

    /** What is more than a failure of the agent is called by its name. */
    private static String words(ParleyException failed) {
        return failed.problem() == Problem.AGENT_FAILED
                ? failed.detail()
                : failed.problem().slug() + ": " + failed.detail();
    }

    private List<Turn.Line> past(SessionRow session, Message message, int most) {
        var wording = new Wording(base.payloads());
        var reader = agent(session.key());
        var lines = new ArrayList<Turn.Line>();
        for (long end = message.seq() - 1; end > 0 && lines.size() < most; end -= PAGE) {
            long after = Math.max(0, end - PAGE);
            int size = (int) (end - after);
            var run = session.key().run();
            for (var row :
                    store.read(sql -> MessageTable.TABLE.after(sql, run, after, size)).reversed()) {
                var said = Entry.message(row);
                if (lines.size() < most && SessionView.SPOKEN.contains(said.act())) {
                    lines.add(
                            new Turn.Line(
                                    Sessions.isByAgent(session, said),
                                    said.sender(),
                                    wording.read(reader, said)));
                }
            }
        }
        return lines.reversed();
    }

    void interrupted(TurnTable.Row turn, String why) {
        if (stop(turn, TurnState.INTERRUPTED, why)) {
            report(turn, TurnState.INTERRUPTED, why);
        }
    }

    /** Ends a turn that another takes, or nobody. */
    void failed(TurnTable.Row turn, String why) {
        if (stop(turn, TurnState.FAILED, why)) {
            report(turn, TurnState.FAILED, why);
        }
    }

    /** Whoever joins the originator's run meanwhile has it told anew. */
    boolean stop(TurnTable.Row turn, TurnState how, String why) {
        for (int tries = 1; ; tries++) {
            var told = echo.of(session(turn), turn, why, true);
            try {
                return store.write(turns.stop(turn.key(), how, why, told));
            } catch (ParleyException refused) {
                if (refused.problem() != Problem.CONFLICT || tries == MAX_TRIES) {
                    throw refused;
                }
            }
        }
    }

    private SessionRow session(TurnTable.Row turn) {
        return store.read(sql -> SessionTable.TABLE.find(sql, turn.key().session())).orElseThrow();
    }

    /** Whoever interrupts it meanwhile has to wait: that the turn is over must be known. */
    private void end(TurnTable.Row turn, TurnState how, String why) {
        for (int tries = 1; ; tries++) {
            try {
                var told = echo.of(session(turn), turn, why, true);
                store.write(turns.end(turn.key(), how, why, told));
                return;
            } catch (ParleyException refused) {
                boolean isInTheWay = refused.problem() == Problem.CONFLICT || Thread.interrupted();
                if (!isInTheWay || tries == MAX_TRIES) {
                    throw refused;
                }
            }
        }
    }
}

package dev.parley.session;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import dev.parley.protocol.Address;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Sha256;
import dev.parley.protocol.Space;
import dev.parley.protocol.TurnState;
import dev.parley.protocol.Visibility;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Chronicle;
import dev.parley.run.Deed;
import dev.parley.run.Entry;
import dev.parley.run.Payloads;
import dev.parley.run.Runs;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import dev.parley.store.table.TurnTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes one turn from its beginning to whatever end it comes to. */
final class Performing {
    private static final Logger LOG = LoggerFactory.getLogger(Performing.class);
    private static final int MAX_TRIES = 10;
    private static final int PAGE = 100;
    private static final Duration LOOK = Duration.ofSeconds(5);

    private final Store store;
    private final Wakeups wakeups;
    private final Runs runs;
    private final Payloads payloads;
    private final Chronicle chronicle;
    private final Turns turns;
    private final Echo echo;
    private final Permissions permissions;
    private final Ids ids;

    Performing(
            Store store,
            Wakeups wakeups,
            Runs runs,
            Payloads payloads,
            Chronicle chronicle,
            Turns turns,
            Ids ids) {
        this.store = store;
        this.wakeups = wakeups;
        this.runs = runs;
        this.payloads = payloads;
        this.chronicle = chronicle;
        this.turns = turns;
        this.echo = new Echo(store, runs);
        this.permissions = new Permissions(store, wakeups, chronicle);
        this.ids = ids;
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

    boolean isOver(TurnTable.Key key) {
        return store
                .read(sql -> TurnTable.TABLE.between(sql, key.session(), key.seq(), key.seq()))
                .stream()
                .allMatch(turn -> turn.state().isFinal());
    }

    void perform(TurnTable.Row turn, Host host, BooleanSupplier isClosing) {
        var session = session(turn);
        try {
            var message =
                    runs.message(
                            hub(session.key().run().space()),
                            session.key().run().run(),
                            turn.message());
            var agent = agent(session.key());
            var words = new Wording(payloads).read(agent, message);
            var taken =
                    new Turn(agent, session, message, words, most -> past(session, message, most));
            say(turn, taken, host.take(taken, ear(taken)));
        } catch (InterruptedException _) {
            if (isClosing.getAsBoolean()) {
                end(turn, TurnState.INTERRUPTED, "the hub was stopped");
            }
        } catch (ParleyException failed) {
            if (!Thread.interrupted()) {
                end(turn, TurnState.FAILED, failed.detail());
            } else if (isClosing.getAsBoolean()) {
                end(turn, TurnState.INTERRUPTED, "the hub was stopped");
            }
        } catch (RuntimeException bug) {
            LOG.atError().setCause(bug).log("a turn of {} failed", session.key().agent());
            end(turn, TurnState.FAILED, "the hub made a mistake; its log says more");
        }
    }

    private Ear ear(Turn turn) {
        return new Ear() {
            @Override
            public void step(String kind, String summary, ObjectNode details) {
                Performing.this.step(turn, kind, summary, details);
            }

            @Override
            public void said(String words) {
                // Nobody watches yet.
            }

            @Override
            public Optional<Leave> asked(String text, String action, ObjectNode arguments)
                    throws InterruptedException {
                return permissions.ask(turn, text, action, arguments);
            }
        };
    }

    private List<Turn.Line> past(SessionRow session, Message message, int most) {
        var wording = new Wording(payloads);
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
                                    Sessions.isByAgent(session, said), wording.read(reader, said)));
                }
            }
        }
        return lines.reversed();
    }

    void interrupted(TurnTable.Row turn, String why) {
        var session = session(turn);
        var told = echo.of(session, turn, why, true);
        store.write(turns.stop(turn.key(), TurnState.INTERRUPTED, why, told));
    }

    private SessionRow session(TurnTable.Row turn) {
        return store.read(sql -> SessionTable.TABLE.find(sql, turn.key().session())).orElseThrow();
    }

    /** While the run is paused its agents have nothing to say; the answer waits. */
    private void say(TurnTable.Row turn, Turn taken, Answer answer) throws InterruptedException {
        var key = taken.session().key();
        var run = key.run();
        var protocol = runs.facts(hub(run.space()), run.run()).row().protocol();
        var draft = Replying.draft(taken.session(), protocol, taken, answer.words());
        while (true) {
            try (var watch = wakeups.watch(Set.of(new Topic.Run(run.space(), run.run())))) {
                try {
                    runs.post(
                            hub(run.space()),
                            agent(key),
                            run.run(),
                            draft,
                            said ->
                                    turns.answer(
                                            turn.key(),
                                            said,
                                            answer.ref(),
                                            echo.of(taken.session(), turn, answer.words(), false)));
                    return;
                } catch (ParleyException refused) {
                    if (refused.problem() != Problem.RUN_PAUSED) {
                        throw refused;
                    }
                }
                watch.await(LOOK);
            }
        }
    }

    private void end(TurnTable.Row turn, TurnState how, String why) {
        var session = session(turn);
        for (int tries = 1; ; tries++) {
            try {
                var told = how.isFault() ? echo.of(session, turn, why, true) : null;
                store.write(turns.end(turn.key(), how, why, told));
                return;
            } catch (ParleyException refused) {
                if (refused.problem() != Problem.CONFLICT || tries == MAX_TRIES) {
                    throw refused;
                }
            }
        }
    }

    private void step(Turn turn, String kind, String summary, ObjectNode details) {
        var key = turn.session().key();
        var by = agent(key);
        var kept = payloads.keep(key.run().space(), by.label(), details, "output");
        var deed =
                new Deed(
                        new MessageId(ids.next("msg")),
                        Address.of(key.agent()),
                        by.label(),
                        kind,
                        Visibility.USER_VISIBLE,
                        summary,
                        kept,
                        turn.message().messageId(),
                        Sha256.of(Json.write(details)));
        store.write(new Step(key.run(), deed, chronicle));
    }

    private record Step(RunKey run, Deed deed, Chronicle chronicle) implements Command<Long> {
        @Override
        public void touches(Touches touches) {
            touches.lock(run.lock());
            touches.row(RunTable.TABLE, run);
        }

        @Override
        public Long decide(Tx tx) throws SQLException {
            var chapter = chronicle.of(tx, run);
            return chapter.run().status().isFinal() ? 0L : chapter.add(deed);
        }
    }
}

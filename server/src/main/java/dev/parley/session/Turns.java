package dev.parley.session;

import dev.parley.bus.Topic;
import dev.parley.protocol.Address;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.TurnState;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Append;
import dev.parley.run.Chronicle;
import dev.parley.run.Entry;
import dev.parley.run.Posted;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import dev.parley.store.table.TurnTable;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How turns begin and end, each as one write.
 *
 * @param hub by which this start of the hub is told from those before it
 */
record Turns(Chronicle chronicle, String hub) {
    /** Begins a turn, unless it may not yet, or no longer. */
    Command<Optional<TurnTable.Row>> begin(TurnTable.Key key) {
        return new OnTurn<>(
                key,
                (tx, session, turn) -> {
                    if (turn.state() != TurnState.QUEUED || session.running() != null) {
                        return Optional.empty();
                    }
                    var chapter = chronicle.of(tx, key.session().run());
                    if (chapter.run().status().isFinal()) {
                        var why = "the run has ended";
                        put(tx, turn.ended(TurnState.CANCELLED, why, null, tx.now()));
                        Standing.keep(tx, session, session.without(1), key.seq());
                        return Optional.empty();
                    }
                    if (chapter.run().standing().paused()) {
                        return Optional.empty();
                    }
                    chapter.taken(key.session().agent(), key.seq());
                    var begun = turn.begun(hub, tx.now());
                    put(tx, begun);
                    Standing.keep(tx, session, session.begun(key.seq(), tx.now()), key.seq());
                    return Optional.of(begun);
                });
    }

    /** The agent's answer, and that its turn is over; both or neither. */
    Command<Posted> answer(
            TurnTable.Key key, Command<Posted> said, @Nullable String ref, @Nullable Append echo) {
        return new Said(this, key, said, ref, echo);
    }

    private record Said(
            Turns turns,
            TurnTable.Key key,
            Command<Posted> said,
            @Nullable String ref,
            @Nullable Append echo)
            implements Command<Posted> {
        @Override
        public void touches(Touches touches) {
            said.touches(touches);
            if (echo != null) {
                echo.touches(touches);
            }
        }

        @Override
        public int weight() {
            return said.weight();
        }

        @Override
        public Posted decide(Tx tx) throws SQLException {
            var turn = tx.rows(TurnTable.TABLE).find(key).orElseThrow();
            if (!turns.isOurs(turn)) {
                throw new ParleyException(
                        Problem.CONFLICT, "the turn is " + Wire.name(turn.state()) + " already");
            }
            if (echo != null && isStale(tx, echo)) {
                return Posted.stale(turn.message());
            }
            if (echo != null && isPaused(tx, echo)) {
                throw new ParleyException(
                        Problem.RUN_PAUSED, "whoever is to be told of it has been paused");
            }
            var posted = said.decide(tx);
            if (!posted.isThere()) {
                return posted;
            }
            var session = tx.rows(SessionTable.TABLE).find(key.session()).orElseThrow();
            put(tx, turn.ended(TurnState.DONE, null, posted.messageId(), tx.now()));
            Standing.keep(tx, session, session.ended(ref, null, tx.now()), key.seq());
            turns.withdraw(tx, session, turn);
            turns.tell(tx, echo);
            return posted;
        }
    }

    /** Ends a turn after which the agent has nothing to say, or has said it already. */
    Command<Boolean> quiet(TurnTable.Key key, @Nullable String ref) {
        return new OnTurn<>(
                key,
                (tx, session, turn) -> {
                    if (!isOurs(turn)) {
                        return false;
                    }
                    put(tx, turn.ended(TurnState.DONE, null, null, tx.now()));
                    Standing.keep(tx, session, session.ended(ref, null, tx.now()), key.seq());
                    withdraw(tx, session, turn);
                    return true;
                });
    }

    /** Ends a turn that brings no answer; false when it was over already. */
    Command<Boolean> end(TurnTable.Key key, TurnState how, String why, @Nullable Append echo) {
        return end(key, how, why, echo, this::isOurs);
    }

    /** The same whatever hub it runs on, or none. */
    Command<Boolean> stop(TurnTable.Key key, TurnState how, String why, @Nullable Append echo) {
        return end(key, how, why, echo, turn -> !turn.state().isFinal());
    }

    private Command<Boolean> end(
            TurnTable.Key key,
            TurnState how,
            String why,
            @Nullable Append echo,
            Predicate<TurnTable.Row> isOpen) {
        return new OnTurn<>(
                key,
                echo,
                (tx, session, turn) -> {
                    if (!isOpen.test(turn)) {
                        return false;
                    }
                    if (echo != null && isStale(tx, echo)) {
                        throw new ParleyException(
                                Problem.CONFLICT, "others join the run of " + session.parent());
                    }
                    over(tx, session, turn, how, why);
                    tell(tx, echo);
                    return true;
                });
    }

    /** Has a turn wait once more of which nobody knows how far it came. */
    Command<Boolean> again(TurnTable.Key key) {
        return new OnTurn<>(
                key,
                (tx, session, turn) -> {
                    put(tx, turn.again());
                    Standing.keep(tx, session, session.again(), key.seq());
                    withdraw(tx, session, turn);
                    return true;
                });
    }

    private boolean isOurs(TurnTable.Row turn) {
        return turn.state() == TurnState.RUNNING && hub.equals(turn.hub());
    }

    private void over(Tx tx, SessionRow session, TurnTable.Row turn, TurnState how, String why)
            throws SQLException {
        put(tx, turn.ended(how, why, null, tx.now()));
        boolean wasRunning = session.running() != null && session.running() == turn.key().seq();
        var fault = how.isFault() ? why : null;
        Standing.keep(
                tx,
                session,
                wasRunning || how.isFault()
                        ? session.ended(null, fault, tx.now())
                        : session.without(1),
                turn.key().seq());
        var chapter = chronicle.of(tx, session.key().run());
        if (chapter.run().status().isFinal()) {
            return;
        }
        Permissions.withdraw(chapter, session, turn.message());
        var details =
                Json.object()
                        .put("change", "turn")
                        .put("state", Wire.name(how))
                        .put("session_id", session.id().value())
                        .put("message_id", turn.message().value())
                        .put("reason", why);
        var words = session.key().agent() + " does not answer " + turn.message() + ": " + why;
        var asker = asker(tx, turn);
        if (asker.isPresent() && how.isFault()) {
            chapter.tell(asker.get(), words, details);
        } else {
            chapter.note(words, details);
        }
    }

    private void withdraw(Tx tx, SessionRow session, TurnTable.Row turn) throws SQLException {
        var chapter = chronicle.of(tx, session.key().run());
        Permissions.withdraw(chapter, session, turn.message());
    }

    /** Whoever waits for the answer. */
    private static Optional<Address> asker(Tx tx, TurnTable.Row turn) throws SQLException {
        var key = new MessageTable.Key(turn.key().session().run(), turn.message());
        return tx.rows(MessageTable.TABLE).find(key).map(Entry::message).map(Message::fromAgent);
    }

    /** Whether somebody has joined since it was composed. */
    private static boolean isStale(Tx tx, Append echo) throws SQLException {
        var run = tx.rows(RunTable.TABLE).find(echo.run());
        return run.isPresent() && run.get().roster() != echo.members().size();
    }

    /** Tells whoever has spawned the session, unless nobody listens there any more. */
    private void tell(Tx tx, @Nullable Append echo) throws SQLException {
        if (echo == null) {
            return;
        }
        var run = tx.rows(RunTable.TABLE).find(echo.run());
        if (run.isEmpty() || run.get().status().isFinal()) {
            return;
        }
        if (run.get().standing().paused()) {
            var said = echo.message();
            chronicle
                    .of(tx, echo.run())
                    .tell(said.toAgent(), said.summary(), Json.object().put("change", "session"));
        } else {
            var _ = echo.decide(tx);
        }
    }

    private static boolean isPaused(Tx tx, Append echo) throws SQLException {
        return tx.rows(RunTable.TABLE)
                .find(echo.run())
                .filter(run -> run.standing().paused())
                .isPresent();
    }

    private static void put(Tx tx, TurnTable.Row turn) {
        tx.rows(TurnTable.TABLE).put(turn);
        var run = turn.key().session().run();
        tx.wake(new Topic.Turns());
        tx.wake(new Topic.Run(run.space(), run.run()));
    }
}

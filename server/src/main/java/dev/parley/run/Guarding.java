package dev.parley.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.audit.Audit;
import dev.parley.audit.Happening;
import dev.parley.guard.Cycle;
import dev.parley.guard.Guards;
import dev.parley.guard.Trip;
import dev.parley.metric.Tally;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import dev.parley.run.conduct.Outlook;
import dev.parley.run.conduct.Said;
import dev.parley.run.conduct.TxBoard;
import dev.parley.store.Tx;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Holds a message against the guards; when one trips, pauses the run and asks a person. */
final class Guarding {
    static final String CONTINUE = "continue";
    static final String STOP = "stop";

    private final Guards guards;
    private final Audit audit;
    private final RunTable.Row run;
    private final Said said;
    private final Outlook outlook;
    private List<Cycle.Wait<AwaitedTable.Key>> circle = List.of();

    Guarding(Admission admission, Tx tx, RunTable.Row run, Said said) {
        this.guards = admission.guards();
        this.audit = admission.audit();
        this.run = run;
        this.said = said;
        this.outlook = new Outlook(new TxBoard(tx, run.key()), said);
    }

    /** What the message would trip, if anything. */
    Optional<Trip> trip() throws SQLException {
        var message = said.message();
        if (message.act().isBookkeeping() || said.isByUser()) {
            return Optional.empty();
        }
        guards.requireHops(message.trace().hopCount());
        Optional<Trip> trip = Optional.empty();
        if (!run.protocol().isFree()) {
            if (said.isSilent()) {
                trip = guards.silence(run.standing().silent());
            }
            var assignment = outlook.askedBack();
            if (trip.isEmpty() && assignment.isPresent()) {
                trip = guards.clarification(said.speaker(), assignment.get().rounds());
            }
        }
        var asked = outlook.waitsFor();
        if (trip.isEmpty() && asked.isPresent() && guards.cycle()) {
            trip = cycle(asked.get());
        }
        return trip;
    }

    private Optional<Trip> cycle(String asked) throws SQLException {
        var next = new AwaitedTable.Key(run.key(), run.head() + 1);
        circle =
                Cycle.closedBy(
                        new Cycle.Wait<>(said.speaker(), asked, next),
                        agent -> outlook.waits(agent));
        return circle.isEmpty() ? Optional.empty() : Optional.of(Cycle.trip(circle));
    }

    /** Asks a person instead of adding the message; what the sender is told. */
    ParleyException pause(Trip trip, Tx tx, Habits habits) throws SQLException {
        var code = trip.problem().slug();
        var assignment = outlook.askedBack().map(AwaitedTable.Row::key).map(AwaitedTable.Key::seq);
        var asked =
                new Asked(
                        trip.detail() + ". Shall they go on?",
                        context(),
                        List.of(CONTINUE, STOP),
                        List.of(),
                        null,
                        code,
                        assignment.orElse(null));
        var log = new Log(tx, run);
        var payload =
                Json.object()
                        .put("guard", code)
                        .put("detail", trip.detail())
                        .put("agent", said.speaker());
        assignment.ifPresent(seq -> payload.put("assignment", seq));
        var question =
                new QuestionBook(tx, log, habits.lines(), habits.clocks()).ask(asked, payload);
        log.stands(log.run().standing().pause(code, question));
        habits.clocks().stop(tx, run.key());
        log.add(habits.lines().stands(log.run(), "the run is paused", null));
        tx.tally(new Tally.Tripped(trip.problem()));
        var sender = said.message().sender();
        var key = run.key();
        audit.note(
                tx,
                Happening.ofGuard(
                        key.space().value(), sender, key.run().value(), code, trip.detail()));
        return new ParleyException(
                trip.problem(),
                trip.detail() + "; the run is paused until a person answers " + question + wayOut(),
                Map.of("question_id", question));
    }

    /** The waits of a circle that stand without the message; none where nothing is a circle. */
    private @Nullable JsonNode context() {
        return circle.isEmpty() ? null : new Circle(circle.subList(1, circle.size())).context();
    }

    /** How its sender can end the circle itself. */
    private String wayOut() throws SQLException {
        if (circle.isEmpty()) {
            return "";
        }
        var last = circle.getLast();
        return outlook.asking(last.by())
                .map(
                        message ->
                                ", or until you reply to "
                                        + message
                                        + ", which "
                                        + last.asker()
                                        + " waits for; if you have a question, reply with it")
                .orElse("");
    }
}

package dev.parley.session;

import dev.parley.bus.Topic;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import dev.parley.run.Entry;
import dev.parley.run.IntentDraft;
import dev.parley.run.Posted;
import dev.parley.run.Run;
import dev.parley.store.Command;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.TurnTable;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Says what an agent has answered, and ends its turn with it. */
record Uttering(Troupe.Base base, Turns turns, Echo echo) {
    private static final int LOOKED_AT = 200;
    private static final Duration LOOK = Duration.ofSeconds(5);

    void say(TurnTable.Row turn, Turn taken, Answer answer, Consumer<Boolean> held)
            throws InterruptedException {
        var key = taken.session().key();
        var run = base.runs().facts(Performing.hub(key.run().space()), key.run().run());
        var place = base.store().read(sql -> Place.of(sql, run, key.agent(), taken.message()));
        if (answer.words().isBlank()) {
            requireSpoken(turn, taken);
            base.store().write(turns.quiet(turn.key(), answer.ref()));
            return;
        }
        var typed =
                run.row().protocol().isFree()
                        ? Optional.<TypedAnswer>empty()
                        : TypedAnswer.read(answer.words());
        if (typed.isPresent()) {
            say(turn, taken, answer, run, place, typed.get(), held);
            return;
        }
        var id = new MessageId(base.ids().next("msg"));
        var draft = new Replying(taken, place, id).draft(answer.words());
        if (draft.isPresent()) {
            last(turn, taken, answer, draft.get(), held);
        } else {
            quiet(turn, taken, answer);
        }
    }

    /** An agent that answers nothing must have said or done something by itself. */
    private void requireSpoken(TurnTable.Row turn, Turn taken) {
        var run = taken.session().key().run();
        boolean hasSpoken =
                base
                        .store()
                        .read(
                                sql ->
                                        MessageTable.TABLE.after(
                                                sql, run, turn.key().seq(), LOOKED_AT))
                        .stream()
                        .map(Entry::message)
                        .anyMatch(said -> said.sender().equals(taken.agent().label()));
        if (!hasSpoken) {
            throw new ParleyException(Problem.AGENT_FAILED, "it has said nothing");
        }
    }

    /** One after the other, as anybody would post them; the last ends the turn. */
    private void say(
            TurnTable.Row turn,
            Turn taken,
            Answer answer,
            Run run,
            Place place,
            TypedAnswer typed,
            Consumer<Boolean> held)
            throws InterruptedException {
        var agent = taken.agent();
        var intent = typed.intent();
        if (intent != null) {
            base.intents().put(agent, run.row().key().run(), IntentDraft.of(intent), null);
        }
        var drafts = typed.drafts(base.kinds(), taken.message(), place);
        for (var draft : drafts.isEmpty() ? drafts : drafts.subList(0, drafts.size() - 1)) {
            post(taken, draft, said -> said, held);
        }
        if (drafts.isEmpty()) {
            base.store().write(turns.quiet(turn.key(), answer.ref()));
        } else {
            last(turn, taken, answer, drafts.getLast(), held);
        }
    }

    private void last(
            TurnTable.Row turn, Turn taken, Answer answer, Draft draft, Consumer<Boolean> held)
            throws InterruptedException {
        post(
                taken,
                draft,
                said ->
                        turns.answer(
                                turn.key(),
                                said,
                                answer.ref(),
                                echo.of(taken.session(), turn, answer.words(), false)),
                held);
    }

    /** What nobody waits for is a note in the log. */
    private void quiet(TurnTable.Row turn, Turn taken, Answer answer) {
        var words = answer.words();
        if (!words.isBlank()) {
            new Hearing(base, taken)
                    .step("plan_update", OneLine.summary(words), Json.object().put("text", words));
        }
        base.store().write(turns.quiet(turn.key(), answer.ref()));
    }

    /** While the run is paused its agents have nothing to say; what they have waits. */
    private void post(
            Turn taken, Draft draft, UnaryOperator<Command<Posted>> larger, Consumer<Boolean> held)
            throws InterruptedException {
        var run = taken.session().key().run();
        var speaker = taken.agent().in(taken.session().id());
        while (true) {
            var topics = Set.<Topic>of(new Topic.Run(run.space(), run.run()));
            try (var watch = base.wakeups().watch(topics)) {
                try {
                    base.runs()
                            .post(Performing.hub(run.space()), speaker, run.run(), draft, larger);
                    held.accept(false);
                    return;
                } catch (ParleyException refused) {
                    if (refused.problem() != Problem.RUN_PAUSED) {
                        throw refused;
                    }
                }
                held.accept(true);
                watch.await(LOOK);
            }
        }
    }
}

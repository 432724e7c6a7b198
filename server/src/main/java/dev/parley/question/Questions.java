package dev.parley.question;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.OneLine;
import dev.parley.run.Asked;
import dev.parley.run.Given;
import dev.parley.run.Posted;
import dev.parley.run.QuestionRules;
import dev.parley.run.Runs;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.RunKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What is asked of people: list it, answer it, know what was approved. */
public final class Questions {
    /** More open ones than this are not counted. */
    private static final int MAX_COUNTED = 10_000;

    static final int MAX_ANSWER = 8_192;
    private static final String KIND = "USER_RESPONSE";

    private final Store store;
    private final Waits waits;
    private final Runs runs;

    public Questions(Store store, Waits waits, Runs runs) {
        this.store = store;
        this.waits = waits;
        this.runs = runs;
    }

    /**
     * Questions after a position, in the order in which they were asked; with none there yet, waits
     * for as long as allowed. Agents see their own.
     */
    public List<QuestionTable.Listed> list(
            Principal caller,
            boolean onlyOpen,
            @Nullable RunId run,
            long after,
            int limit,
            Duration wait) {
        var filter =
                new QuestionTable.Filter(
                        caller.space(),
                        onlyOpen,
                        caller.speaksFor().map(AgentName::value).orElse(null),
                        run == null ? null : run.value());
        return waits.on(caller, new Topic.Questions(caller.space()), wait)
                .until(
                        () ->
                                store.read(
                                        sql ->
                                                QuestionTable.TABLE.after(
                                                        sql, filter, after, limit)),
                        found -> !found.isEmpty());
    }

    /** How many wait for a person, in all spaces. */
    public long countOpen() {
        return store.read(sql -> QuestionTable.TABLE.open(sql, MAX_COUNTED));
    }

    /** The question, if the caller may see it. */
    public QuestionTable.Row get(Principal caller, String id) {
        var key = QuestionTable.Key.of(caller.space(), id);
        var row =
                store.read(sql -> QuestionTable.TABLE.find(sql, key))
                        .orElseThrow(
                                () ->
                                        new ParleyException(
                                                Problem.UNKNOWN_QUESTION,
                                                "there is no question " + id));
        var agent = caller.speaksFor();
        if (agent.isPresent() && !agent.get().value().equals(row.askedBy())) {
            throw new ParleyException(
                    Problem.FORBIDDEN, "question " + id + " was asked by another agent");
        }
        return row;
    }

    /** The question once it is closed, or when the time is over. */
    public QuestionTable.Row await(Principal caller, String id, Duration atMost) {
        return waits.on(caller, new Topic.Questions(caller.space()), atMost)
                .until(() -> get(caller, id), row -> !row.isOpen());
    }

    /**
     * Answers a question: its asker gets the answer and goes on. The same answer once more changes
     * nothing; any other comes too late.
     */
    public Answered answer(Principal caller, String id, Given said) {
        return answer(caller, id, said, append -> append);
    }

    /** The same as part of something larger; what a guard asks is answered by itself. */
    public Answered answer(
            Principal caller, String id, Given said, UnaryOperator<Command<Posted>> larger) {
        var row = get(caller, id);
        var asked = Asked.read(row.asked());
        QuestionRules.requireAnswerer(asked, caller.label());
        var given = said.to(asked);
        if (given.words().length() > MAX_ANSWER) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "an answer may have at most "
                            + MAX_ANSWER
                            + " characters; send what is longer as a message");
        }
        try {
            QuestionRules.requireOpen(row);
            if (asked.guard() == null) {
                reply(caller, row, given, larger);
            } else {
                store.write(runs.rule(caller, row, given));
            }
            return new Answered(get(caller, id), false);
        } catch (ParleyException refused) {
            var now = get(caller, id);
            if (refused.problem() == Problem.QUESTION_CLOSED
                    && QuestionRules.isAnswered(now, given, caller.label())) {
                return new Answered(now, true);
            }
            throw refused;
        }
    }

    private void reply(
            Principal caller,
            QuestionTable.Row row,
            Given given,
            UnaryOperator<Command<Posted>> larger) {
        var run = row.key().run().run();
        var asker = new AgentName(row.askedBy());
        var payload = given.json().put("question_id", row.key().id());
        runs.post(
                caller,
                caller,
                run,
                Draft.to(runs.facts(caller, run).members().nameOf(asker), KIND)
                        .parent(row.message())
                        .summary(OneLine.summary(given.words()))
                        .payload(payload)
                        .build(),
                larger);
    }

    /** Whether a person has approved exactly this action with exactly these arguments. */
    public boolean isApproved(Space space, RunId run, String action, JsonNode arguments) {
        return decided(space, run, Asked.digest(action, arguments))
                .filter(QuestionTable.Row::isApproved)
                .isPresent();
    }

    /** What was decided last about the action with this digest. */
    public Optional<QuestionTable.Row> decided(Principal caller, RunId run, String digest) {
        var key = runs.facts(caller, run).row().key();
        return decided(key.space(), key.run(), digest);
    }

    private Optional<QuestionTable.Row> decided(Space space, RunId run, String digest) {
        var key = new RunKey(space, run);
        return store.read(sql -> QuestionTable.TABLE.decided(sql, key, digest));
    }
}

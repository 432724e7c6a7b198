package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestClock;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import dev.parley.store.table.QuestionState;
import dev.parley.store.table.RunStates;
import dev.parley.store.table.RunStatus;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Walks every edge of a run's states and of a question's over HTTP, and tries the others. */
@Timeout(60)
class RunWalkTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final TestClock CLOCK = new TestClock();
    private static TestParley parley;
    private static Caller owner;
    private Conversation talk = new Conversation("", new Caller("", ""));

    @BeforeAll
    static void start() {
        parley = TestParley.with("http.port", "0").at(CLOCK).start();
        owner = parley.owner();
    }

    @AfterAll
    static void theLogsAgreeWithIt() {
        assertThat(owner.get("/api/check").elements("findings")).isEmpty();
        parley.close();
    }

    @BeforeEach
    void begin() {
        talk = new Conversation(owner.run("{\"protocol\":\"open\"}"), owner);
    }

    static Stream<Arguments> runs() {
        return Arrays.stream(RunStatus.values())
                .flatMap(
                        from ->
                                Arrays.stream(RunStates.Trigger.values())
                                        .map(trigger -> Arguments.of(from, trigger)));
    }

    @ParameterizedTest(name = "{0}, when {1}")
    @MethodSource("runs")
    void aRunBecomesWhatTheTableSaysAndNothingHappensInOneThatHasEnded(
            RunStatus from, RunStates.Trigger trigger) {
        reach(from);
        assertThat(talk.status()).isEqualTo(Wire.name(from));
        var reply = cause(trigger);
        var next = RunStates.next(from, trigger);
        if (from.isFinal()) {
            assertThat(next).isEmpty();
            reply.expect(Problem.RUN_ENDED);
        } else {
            assertThat(reply.status()).as(reply.text()).isBetween(200, 201);
        }
        assertThat(talk.status()).isEqualTo(Wire.name(next.orElse(from)));
    }

    private void reach(RunStatus status) {
        switch (status) {
            case RUNNING -> {}
            case WAITING -> ask("");
            case COMPLETED -> cause(RunStates.Trigger.FINISHED).expect(201);
            case FAILED -> cause(RunStates.Trigger.FAILED).expect(201);
            case CANCELLED -> cause(RunStates.Trigger.CANCELLED).expect(200);
        }
    }

    private Reply cause(RunStates.Trigger trigger) {
        return switch (trigger) {
            case HELD_UP -> owner.post(talk.path("/pause"), "{}");
            case FREED -> free();
            case FINISHED -> talk.send(owner, "final_response", "user", BOB);
            case FAILED ->
                    talk.send(
                            owner,
                            "final_response",
                            "user",
                            BOB + ",\"payload\":{\"status\":\"failed\"}");
            case CANCELLED -> owner.post(talk.path("/cancel"), "{}");
        };
    }

    /** Takes whatever holds the run up out of its way. */
    private Reply free() {
        var open = owner.get("/api/questions?run=" + talk.run()).elements("items");
        return open.isEmpty()
                ? owner.post(talk.path("/resume"), "{}")
                : answer(open.getFirst().path("question_id").asText());
    }

    static Stream<QuestionState> ends() {
        return QuestionState.OPEN.next().stream();
    }

    @ParameterizedTest
    @MethodSource("ends")
    void aQuestionIsClosedOnceInEveryWayThereIs(QuestionState end) {
        var id = ask("\"deadline_at\":" + CLOCK.instant().plus(SOON).getEpochSecond());
        assertThat(state(id)).isEqualTo("open");
        switch (end) {
            case OPEN -> {}
            case ANSWERED -> answer(id).expect(201);
            case EXPIRED -> {
                CLOCK.advance(SOON.plusSeconds(1));
                owner.get(talk.path("/messages?wait=20&after=1")).expect(200);
            }
            case CANCELLED -> owner.post(talk.path("/cancel"), "{}").expect(200);
        }
        assertThat(state(id)).isEqualTo(Wire.name(end));
        owner.post("/api/questions/" + id + "/answer", "{\"answer\":\"no\"}")
                .expect(Problem.QUESTION_CLOSED);
        assertThat(state(id)).isEqualTo(Wire.name(end));
    }

    @ParameterizedTest
    @EnumSource(value = QuestionState.class, names = "OPEN", mode = EnumSource.Mode.EXCLUDE)
    void aClosedQuestionBecomesNothingElse(QuestionState closed) {
        assertThat(closed.next()).isEmpty();
    }

    private static final String BOB = "\"from_agent\":\"bob\"";

    /** Has bob ask something; the question's id. */
    private String ask(String more) {
        talk.say(owner, "REQUEST_USER_INPUT", "user", more.isEmpty() ? BOB : BOB + "," + more);
        var asked = owner.get("/api/questions?run=" + talk.run()).elements("items");
        return asked.getFirst().path("question_id").asText();
    }

    private static Reply answer(String question) {
        return owner.post("/api/questions/" + question + "/answer", "{\"answer\":\"yes\"}");
    }

    private static String state(String question) {
        return owner.get("/api/questions/" + question).text("state");
    }
}

package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestClock;
import dev.parley.TestParley;
import dev.parley.protocol.AgentState;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import dev.parley.run.conduct.AgentStates;
import dev.parley.run.conduct.Trigger;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Walks every edge of the table of an agent's states over HTTP, and tries what is not in it. Bob is
 * walked: alice gives him work, carl and dave get work from him.
 */
@Timeout(120)
class StateWalkTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final Duration LATE = Duration.ofSeconds(90);

    /** These happen to an agent only when it waits for something, or holds something. */
    private static final Set<Trigger> SUFFERED =
            EnumSet.of(Trigger.RESUMED, Trigger.STOPPED, Trigger.FAILED);

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

    static Stream<Arguments> edges() {
        return Arrays.stream(Trigger.values())
                .flatMap(
                        trigger ->
                                AgentStates.of(trigger).entrySet().stream()
                                        .map(e -> edge(e.getKey(), trigger, e.getValue())));
    }

    private static Arguments edge(AgentState from, Trigger trigger, AgentState to) {
        return Arguments.of(from, trigger, to);
    }

    static Stream<Arguments> gaps() {
        return EnumSet.complementOf(EnumSet.copyOf(SUFFERED)).stream()
                .flatMap(
                        trigger ->
                                Arrays.stream(AgentState.values())
                                        .filter(s -> AgentStates.next(s, trigger).isEmpty())
                                        .map(state -> Arguments.of(state, trigger)));
    }

    @ParameterizedTest(name = "{0}, when it {1}, becomes {2}")
    @MethodSource("edges")
    void anAgentBecomesWhatTheTableSays(AgentState from, Trigger trigger, AgentState to) {
        begin("open", "");
        if (trigger == Trigger.FAILED) {
            promise();
        }
        reach(from);
        assertThat(state()).isEqualTo(from);
        cause(trigger, from);
        assertThat(state()).isEqualTo(to);
    }

    @ParameterizedTest(name = "{0}, it cannot be that it {1}")
    @MethodSource("gaps")
    void whatIsNotInTheTableIsRefusedByName(AgentState state, Trigger trigger) {
        begin("managed", "\"manager\":\"alice\",\"worker\":\"bob\"");
        reach(state);
        var refused = attempt(trigger).expect(Problem.ILLEGAL_TRANSITION);
        assertThat(refused.text("detail")).contains("bob is " + Wire.name(state), trigger.words());
        assertThat(state()).isEqualTo(state);
    }

    @ParameterizedTest(name = "{0}, when it {1}, nothing changes")
    @MethodSource("gaps")
    void inAnOpenRunItIsTakenAndChangesNothing(AgentState state, Trigger trigger) {
        begin("open", "");
        reach(state);
        attempt(trigger).expect(201);
        assertThat(state()).isEqualTo(state);
    }

    private void begin(String protocol, String participants) {
        var run =
                owner.run(
                        "{\"protocol\":\"%s\",\"participants\":{%s}}"
                                .formatted(protocol, participants));
        talk = new Conversation(run, owner);
    }

    /** Leaves bob idle, with something that he has given to dave and will wait for in vain. */
    private void promise() {
        say("bob", "intent_brief", "dave", within(LATE));
        say("bob", "result_bundle", "alice", "\"payload\":{\"status\":\"partial\"}");
    }

    private void reach(AgentState state) {
        if (state == AgentState.IDLE) {
            return;
        }
        say("alice", "intent_brief", "bob");
        switch (state) {
            case IDLE, ANALYZING -> {}
            case EXECUTING -> say("bob", "plan_update", "alice");
            case WAITING_FOR_CHILD -> say("bob", "intent_brief", "carl");
            case WAITING_FOR_PARENT -> say("bob", "clarification_request", "alice");
            case WAITING_FOR_USER -> say("bob", "REQUEST_USER_INPUT", "user");
            case COMPLETED -> say("bob", "result_bundle", "alice");
            case ERROR -> {
                say("bob", "clarification_request", "alice", within(SOON));
                waitInVainFor("alice", SOON);
            }
        }
    }

    private void cause(Trigger trigger, AgentState from) {
        switch (trigger) {
            case RESUMED -> resume(from);
            case STOPPED -> say("alice", "cancel", "bob");
            case FAILED -> waitInVainFor("dave", LATE);
            default -> attempt(trigger).expect(201);
        }
    }

    /** What somebody sends so that it happens. */
    private Reply attempt(Trigger trigger) {
        return switch (trigger) {
            case PROMPTED -> send("user", "message", "bob", "");
            case ACTED -> send("bob", "message", "alice", "");
            case PROGRESSED -> send("bob", "plan_update", "alice", "");
            case DELEGATED -> send("bob", "intent_brief", "carl", "");
            case ASKED_PARENT -> send("bob", "clarification_request", "alice", "");
            case ASKED_USER -> send("bob", "REQUEST_USER_INPUT", "user", "");
            case REPORTED -> send("bob", "result_bundle", "alice", "");
            case HANDED_BACK ->
                    send("bob", "result_bundle", "alice", "\"payload\":{\"status\":\"partial\"}");
            case FINISHED -> send("bob", "final_response", "user", "");
            case RESUMED, STOPPED, FAILED ->
                    throw new IllegalArgumentException(trigger + " takes more than one message");
        };
    }

    private void resume(AgentState from) {
        switch (from) {
            case WAITING_FOR_CHILD -> say("carl", "result_bundle", "bob");
            case WAITING_FOR_PARENT -> say("alice", "clarification_reply", "bob");
            case WAITING_FOR_USER -> {
                var asked = owner.get("/api/questions?run=" + talk.run()).elements("items");
                var id = asked.getFirst().path("question_id").asText();
                owner.post("/api/questions/" + id + "/answer", "{\"answer\":\"yes\"}").expect(201);
            }
            case IDLE, ANALYZING, EXECUTING, COMPLETED, ERROR ->
                    throw new AssertionError("no way is known to resume whoever is " + from);
        }
    }

    private static String within(Duration time) {
        return "\"deadline_at\":" + CLOCK.instant().plus(time).getEpochSecond();
    }

    private void waitInVainFor(String agent, Duration time) {
        CLOCK.advance(time.plusSeconds(1));
        var told = agent + " has not replied in time";
        long seen = 0;
        while (true) {
            var page = owner.get(talk.path("/messages?wait=20&after=" + seen)).expect(200);
            if (page.all("items", "summary").contains(told)) {
                return;
            }
            assertThat(page.elements("items")).as("waiting until " + told).isNotEmpty();
            seen = page.seqs("items").getLast();
        }
    }

    private Reply send(String from, String kind, String to, String more) {
        var sender = "\"from_agent\":\"" + from + "\"";
        return talk.send(owner, kind, to, more.isEmpty() ? sender : sender + "," + more);
    }

    private void say(String from, String kind, String to, String more) {
        send(from, kind, to, more).expect(201);
    }

    private void say(String from, String kind, String to) {
        say(from, kind, to, "");
    }

    private AgentState state() {
        return Wire.read(AgentState.class, "state", talk.state("bob"));
    }
}

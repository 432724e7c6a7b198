package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The owner has the hub run further agents over HTTP, where the configuration allows it. */
@Timeout(60)
class ContractsTest {
    private static final String HOST = "/api/agents/parrot/host";
    private static final String TERMS =
            "{\"host\":\"command\",\"command\":\"sed\",\"args\":[\"s/^/you said: /\"]}";

    @Test
    void itRunsAtOnceAndAfterARestart() {
        var before = start();
        var made = before.owner().put(HOST, TERMS).expect(201);
        assertThat(made.text("command")).isEqualTo("sed");
        var session = open(before.owner());
        assertThat(say(before.owner(), session)).isEqualTo("you said: hello");
        try (var after = before.restarted()) {
            var owner = after.bearer(before.owner().token());
            assertThat(say(owner, session)).isEqualTo("you said: hello");
            assertThat(owner.get(HOST).expect(200).text("host")).isEqualTo("command");
        }
    }

    @Test
    void otherTermsHoldFromTheNextTurnOn() {
        try (var parley = start()) {
            var owner = parley.owner();
            owner.put(HOST, TERMS).expect(201);
            var session = open(owner);
            owner.put(HOST, TERMS.replace("you said", "I hear")).expect(200);
            assertThat(say(owner, session)).isEqualTo("I hear: hello");
        }
    }

    @Test
    void oneThatIsLetGoAnswersNoMore() {
        try (var parley = start()) {
            var owner = parley.owner();
            owner.put(HOST, TERMS).expect(201);
            owner.delete(HOST).expect(204);
            owner.get(HOST).expect(Problem.UNKNOWN_AGENT);
            assertThat(owner.get("/api/agents").expect(200).elements("items"))
                    .filteredOn(one -> one.path("hosted").asBoolean())
                    .extracting(one -> one.path("agent").asText())
                    .containsExactly("known");
        }
    }

    @Test
    void whatCannotBeIsSaidAndNothingKept() {
        try (var parley = start()) {
            var owner = parley.owner();
            var wrong = owner.put(HOST, "{\"host\":\"command\",\"comand\":\"sed\"}");
            assertThat(wrong.expect(Problem.BAD_VALUE).text("detail")).contains("comand");
            var nobodys = owner.put(HOST, "{\"host\":\"llm\",\"model\":\"nobody:small\"}");
            assertThat(nobodys.expect(Problem.BAD_VALUE).text("detail"))
                    .isEqualTo("agent.model is nobody:small, but models: has no provider nobody");
            owner.get(HOST).expect(Problem.UNKNOWN_AGENT);
            owner.put("/api/agents/known/host", TERMS).expect(Problem.CONFLICT);
            parley.person("ann").put(HOST, TERMS).expect(Problem.FORBIDDEN);
        }
    }

    @Test
    void withoutLeaveNobodyAddsAny() {
        try (var parley = TestParley.start()) {
            var refused = parley.owner().put(HOST, TERMS).expect(Problem.FORBIDDEN);
            assertThat(refused.text("detail")).contains("sessions.agents-by-api");
        }
    }

    private static TestParley start() {
        return TestParley.with("limits.pair-rate", "0")
                .file(
                        """
                        sessions: {agents-by-api: true, roots: /}
                        agents:
                          known: {host: command, command: cat}
                        """)
                .start();
    }

    private static String open(Caller caller) {
        return caller.post("/api/sessions", "{\"agent\":\"parrot\"}").expect(201).text("sessionId");
    }

    private static String say(Caller caller, String session) {
        var at = "/api/sessions/" + session;
        caller.post(at + "/messages", "{\"message\":\"hello\"}").expect(201);
        var state = caller.get(at + "/state?wait=idle").expect(200);
        return state.json().at("/lastMessage/content").asText();
    }
}

package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.TestParley;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The protocols up to 2025-11-25. */
final class LegacyTest {
    private static TestParley parley;

    @BeforeAll
    static void start() {
        parley =
                TestParley.with("mcp.conformance", "true")
                        .with("streams.pulse-seconds", "1")
                        .start();
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    private static ObjectNode tool(String name) {
        return Json.object().put("name", name);
    }

    private static ObjectNode canAsk() {
        var can = Json.object();
        can.putObject("elicitation");
        return can;
    }

    @Test
    void theHandshakeAgreesOnAVersionAndOpensASession() {
        var caller = parley.agent("alice");
        for (var asked : new String[] {"2025-11-25", "2025-06-18", "2025-03-26", "1999-01-01"}) {
            var params = Json.object().put("protocolVersion", asked);
            var reply =
                    caller.post("/mcp", Json.write(Mcp.message(1, "initialize", params)))
                            .expect(200);
            assertThat(reply.json().path("result").path("protocolVersion").asText())
                    .isEqualTo(asked.startsWith("1999") ? "2025-11-25" : asked);
            assertThat(reply.header("Mcp-Session-Id")).hasSize(32);
        }
    }

    @Test
    void aSessionIsItsOwnersAloneAndOverWhenItIsEnded() {
        var alice = Mcp.legacy(parley.agent("alice"));
        assertThat(alice.result("ping")).isEmpty();
        var thief = new Mcp(parley.agent("mallory"), Mcp.OLD, alice.session(), Json.object());
        thief.post("ping").expect(404);
        var none = alice.caller().post("/mcp", Json.write(Mcp.message(1, "ping", Json.object())));
        assertThat(none.expect(400).json().path("error").path("message").asText())
                .contains("Mcp-Session-Id");

        alice.caller()
                .send(
                        alice.caller()
                                .request("/mcp")
                                .header("Mcp-Session-Id", alice.session())
                                .DELETE())
                .expect(204);
        alice.post("ping").expect(404);
    }

    @Test
    void sessionsAreCountedWhileTheyAreOpen() {
        var caller = parley.agent("alice");
        int before = parley.mcpSessions();
        Mcp.legacy(caller);
        assertThat(caller.get("/metrics").expect(200).text())
                .contains("parley_mcp_sessions " + (before + 1) + ".0");
    }

    @Test
    void aSessionThatNobodyUsesEnds() {
        var alice = Mcp.legacy(parley.agent("alice"));
        parley.watch(Duration.ofMinutes(29));
        assertThat(alice.result("ping")).isEmpty();
        parley.watch(Duration.ofMinutes(29));
        assertThat(alice.result("ping")).isEmpty();
        parley.watch(Duration.ofMinutes(31));
        alice.post("ping").expect(404);
    }

    @Test
    void aTokenWithTooManySessionsLosesTheOneItUsedLeast() {
        var caller = parley.agent("busy");
        var sessions = new ArrayList<Mcp>();
        for (int i = 0; i < Sessions.MOST_OF_ONE; i++) {
            sessions.add(Mcp.legacy(caller));
        }
        parley.watch(Duration.ofSeconds(1));
        sessions.getFirst().result("ping");
        Mcp.legacy(caller);
        sessions.getFirst().post("ping").expect(200);
        sessions.get(1).post("ping").expect(404);
    }

    @Test
    void theInstanceOfAnAgentIsItsSessionUnlessItNamesOne() {
        var caller = parley.agent("dora");
        caller.put("/api/agents/dora", "{}").expect(201);
        var dora = Mcp.legacy(caller);
        dora.result("ping");
        var shown = caller.get("/api/agents/dora").expect(200).json().path("instances").toString();
        assertThat(shown).contains("mcp-" + dora.session().substring(0, 12));

        caller.send(caller.request("/mcp").header("Mcp-Session-Id", dora.session()).DELETE())
                .expect(204);
        assertThat(caller.get("/api/agents/dora").json().path("online").asBoolean()).isFalse();
    }

    @Test
    void aQuestionComesOnTheStreamOfTheCallAndItsAnswerCompletesIt() {
        var alice = Mcp.legacy(parley.agent("alice"), canAsk());
        var params = tool("test_elicitation");
        params.putObject("arguments").put("message", "Who are you?");
        try (var events = alice.events("tools/call", params)) {
            var asked = events.expect("elicitation/create");
            assertThat(asked.path("params").path("message").asText()).isEqualTo("Who are you?");
            var answer = Json.object();
            answer.set("id", asked.get("id"));
            answer.putObject("result")
                    .put("action", "accept")
                    .putObject("content")
                    .put("username", "ann")
                    .put("email", "ann@example.org");
            alice.tell(answer);
            assertThat(events.result().toString()).contains("action=accept").contains("ann");
            assertThat(events.next()).isEmpty();
        }
    }

    @Test
    void aCallThatIsCancelledIsNotAnswered() {
        var alice = Mcp.legacy(parley.agent("alice"));
        try (var events = alice.callForEvents("test_until_cancelled")) {
            var cancelled = Json.object().put("method", "notifications/cancelled");
            cancelled.putObject("params").put("requestId", 7);
            alice.tell(cancelled);
            assertThat(events.next()).isEmpty();
        }
    }

    @Test
    void aSubscriberIsToldOnItsStreamThatAResourceHasChanged() {
        var alice = Mcp.legacy(parley.agent("alice"));
        var watched = Json.object().put("uri", "test://watched-resource");
        assertThat(alice.result("resources/subscribe", watched.deepCopy())).isEmpty();
        try (var events = alice.stream()) {
            alice.call("test_touch_watched_resource", "{}");
            var updated = events.expect("notifications/resources/updated").path("params");
            assertThat(updated.path("uri").asText()).isEqualTo("test://watched-resource");
            alice.result("resources/unsubscribe", watched);
            alice.call("test_touch_watched_resource", "{}");
            alice.call("test_trigger_tool_change", "{}");
            events.expect("notifications/tools/list_changed");
        }
    }

    @Test
    void whatChangedWhileNobodyListenedIsToldOnce() {
        var alice = Mcp.legacy(parley.agent("alice"));
        alice.result("resources/subscribe", Json.object().put("uri", "test://watched-resource"));
        alice.call("test_touch_watched_resource", "{}");
        alice.call("test_touch_watched_resource", "{}");
        try (var events = alice.stream()) {
            events.expect("notifications/resources/updated");
            alice.call("test_trigger_prompt_change", "{}");
            events.expect("notifications/prompts/list_changed");
        }
    }

    @Test
    void batchesAreForTheOneVersionThatHasThem() {
        var caller = parley.agent("alice");
        var ping = Json.write(Mcp.message(1, "ping", Json.object()));
        var note = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
        var batch = "[" + ping + "," + note + "," + ping + "]";
        var refused = Mcp.legacy(caller);
        caller.post("/mcp", batch, "Mcp-Session-Id", refused.session()).expect(400);

        var params = Json.object().put("protocolVersion", "2025-03-26");
        var session =
                caller.post("/mcp", Json.write(Mcp.message(1, "initialize", params)))
                        .header("Mcp-Session-Id");
        var reply = caller.post("/mcp", batch, "Mcp-Session-Id", session).expect(200);
        assertThat(Json.parse(reply.body())).hasSize(2);
        caller.post("/mcp", "[" + note + "]", "Mcp-Session-Id", session).expect(202);
    }
}

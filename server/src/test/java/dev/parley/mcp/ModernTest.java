package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.TestClock;
import dev.parley.TestParley;
import dev.parley.protocol.codec.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The protocol of 2026-07-28. */
final class ModernTest {
    private static final String META = "io.modelcontextprotocol/";
    private static final String SUBSCRIPTION = META + "subscriptionId";
    private static final TestClock CLOCK = new TestClock();

    private static TestParley parley;
    private static Mcp alice;

    @BeforeAll
    static void start() {
        parley =
                TestParley.with("mcp.conformance", "true")
                        .with("streams.pulse-seconds", "1")
                        .at(CLOCK)
                        .start();
        alice = Mcp.modern(parley.agent("alice"));
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    private static ObjectNode canAsk() {
        var can = Json.object();
        can.putObject("elicitation");
        return can;
    }

    private static ObjectNode tool(String name) {
        return Json.object().put("name", name);
    }

    private static ObjectNode answer(String key, String content) {
        var responses = Json.object();
        responses.putObject(key).put("action", "accept").set("content", Json.parseObject(content));
        return responses;
    }

    private JsonNode errorWith(String body, String... headers) {
        var reply = alice.caller().post("/mcp", body, headers).expect(400);
        return reply.json().path("error");
    }

    @Test
    void whatTheHubSpeaksCanBeDiscovered() {
        var result = alice.result("server/discover");
        assertThat(result.path("supportedVersions").path(0).asText()).isEqualTo("2026-07-28");
        assertThat(result.path("capabilities").has("tools")).isTrue();
        assertThat(result.path("resultType").asText()).isEqualTo("complete");
        assertThat(result.path("_meta").path(META + "serverInfo").path("name").asText())
                .isEqualTo("parley");
    }

    @Test
    void headersMustSayWhatTheBodySays() {
        var params = alice.complete(tool("test_simple_text"));
        var body = Json.write(Mcp.message(1, "tools/call", params));
        var version = "MCP-Protocol-Version";
        for (var headers :
                new String[][] {
                    {"Mcp-Method", "tools/call", "Mcp-Name", "test_simple_text"},
                    {version, "2026-07-28", "Mcp-Name", "test_simple_text"},
                    {version, "2026-07-28", "Mcp-Method", "tools/call"},
                    {version, "2026-07-28", "Mcp-Method", "tools/list", "Mcp-Name", "x"},
                    {version, "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "other"},
                    {version, "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "=?base64?%?="},
                }) {
            assertThat(errorWith(body, headers).path("code").asInt()).isEqualTo(-32020);
        }
        var name = "test_simple_text".getBytes(StandardCharsets.UTF_8);
        var coded = "=?base64?" + Base64.getEncoder().encodeToString(name) + "?=";
        alice.caller()
                .post(
                        "/mcp",
                        body,
                        version,
                        "2026-07-28",
                        "Mcp-Method",
                        "tools/call",
                        "Mcp-Name",
                        coded)
                .expect(200);
    }

    @Test
    void aVersionThatIsNotSpokenIsRefusedWithThoseThatAre() {
        var strange = new Mcp(alice.caller(), "2031-01-01", "", Json.object());
        var error = strange.error("tools/list", Json.object(), 400);
        assertThat(error.path("code").asInt()).isEqualTo(-32022);
        assertThat(error.path("data").path("supported").path(0).asText()).isEqualTo("2026-07-28");
    }

    @Test
    void aRequestThatDoesNotSayWhatItsClientCanIsMalformed() {
        var body = Json.write(Mcp.message(1, "tools/list", Json.object()));
        var error =
                errorWith(body, "MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list");
        assertThat(error.path("code").asInt()).isEqualTo(-32602);
    }

    @Test
    void whatIsNoMessageIsRefusedInTheWordsOfTheProtocol() {
        assertThat(errorWith("{").path("code").asInt()).isEqualTo(-32700);
        for (var body :
                new String[] {
                    "[]",
                    "[{}]",
                    "7",
                    "{}",
                    "{\"jsonrpc\":\"2.0\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":[]}"
                }) {
            var reply = alice.caller().post("/mcp", body);
            assertThat(reply.status()).as(body).isEqualTo(400);
            assertThat(reply.json().path("error").path("code").asInt()).isEqualTo(-32600);
        }
    }

    @Test
    void aMethodThatIsNotThereIsNotFound() {
        for (var method : new String[] {"ping", "initialize", "resources/subscribe", "nothing"}) {
            assertThat(alice.error(method, Json.object(), 404).path("code").asInt())
                    .isEqualTo(-32601);
        }
    }

    @Test
    void progressComesBeforeTheResult() {
        var params = tool("test_tool_with_progress");
        params.putObject("_meta").put("progressToken", "p");
        try (var events = alice.events("tools/call", params)) {
            for (int progress = 0; progress <= 100; progress += 50) {
                var told = events.expect("notifications/progress").path("params");
                assertThat(told.path("progress").asInt()).isEqualTo(progress);
                assertThat(told.path("progressToken").asText()).isEqualTo("p");
            }
            assertThat(events.result().path("resultType").asText()).isEqualTo("complete");
            assertThat(events.next()).isEmpty();
        }
    }

    @Test
    void aQuestionEndsTheCallAndItsAnswerCompletesIt() {
        var client = alice.with(canAsk());
        var tool = "test_input_required_result_elicitation";
        var first = client.result("tools/call", tool(tool));
        assertThat(first.path("resultType").asText()).isEqualTo("input_required");
        assertThat(first.path("inputRequests").has("user_name")).isTrue();

        var again = tool(tool).put("requestState", first.path("requestState").asText());
        again.set("inputResponses", answer("user_name", "{\"name\":\"Ann\"}"));
        var second = client.result("tools/call", again);
        assertThat(second.path("content").path(0).path("text").asText()).isEqualTo("Hello, Ann!");
    }

    @Test
    void anAnswerThatDoesNotFitIsAskedForAgain() {
        var client = alice.with(canAsk());
        var params = tool("test_input_required_result_elicitation");
        params.set("inputResponses", answer("user_name", "{\"name\":7}"));
        assertThat(client.result("tools/call", params).path("resultType").asText())
                .isEqualTo("input_required");
    }

    @Test
    void aClientThatCannotBeAskedIsToldWhatItLacks() {
        var params = tool("test_input_required_result_elicitation");
        var error = alice.error("tools/call", params, 400);
        assertThat(error.path("code").asInt()).isEqualTo(-32021);
        assertThat(error.path("data").path("requiredCapabilities").has("elicitation")).isTrue();
    }

    @Test
    void theStateOfACallIsGoodForNobodyElseNothingElseAndNotForEver() {
        var client = alice.with(canAsk());
        var round = tool("test_input_required_result_multi_round");
        var state = client.result("tools/call", round.deepCopy()).path("requestState").asText();
        var echoed = round.deepCopy().put("requestState", state);
        echoed.set("inputResponses", answer("step1", "{\"name\":\"Ann\"}"));

        var bob = Mcp.modern(parley.agent("bob")).with(canAsk());
        assertThat(refusal(bob, echoed.deepCopy())).contains("somebody else");
        var other = tool("test_input_required_result_elicitation").put("requestState", state);
        assertThat(refusal(client, other)).contains("another request");
        var forged = echoed.deepCopy().put("requestState", "x" + state);
        assertThat(refusal(client, forged)).contains("not made here");
        for (var nonsense : new String[] {"", ".", "a.b", "%.%"}) {
            assertThat(refusal(client, round.deepCopy().put("requestState", nonsense)))
                    .contains("not made here");
        }
        assertThat(
                        client.result("tools/call", echoed.deepCopy())
                                .path("inputRequests")
                                .has("step2"))
                .isTrue();
        CLOCK.advance(Duration.ofMinutes(31));
        assertThat(refusal(client, echoed)).contains("expired");
    }

    private static String refusal(Mcp client, ObjectNode params) {
        var error = client.error("tools/call", params, 200);
        assertThat(error.path("code").asInt()).isEqualTo(-32602);
        return error.path("message").asText();
    }

    @Test
    void aListenerIsToldOfWhatItAskedForAndNothingElse() {
        var params = Json.object();
        var filter = params.putObject("notifications").put("promptsListChanged", true);
        filter.putArray("resourceSubscriptions").add("test://watched-resource").add("test://no");
        try (var events = alice.events("subscriptions/listen", params)) {
            var first = events.expect("notifications/subscriptions/acknowledged").path("params");
            assertThat(first.path("_meta").path(SUBSCRIPTION).asInt()).isEqualTo(7);
            assertThat(first.path("notifications").path("resourceSubscriptions")).hasSize(1);

            alice.call("test_trigger_tool_change", "{}");
            alice.call("test_touch_watched_resource", "{}");
            var updated = events.expect("notifications/resources/updated").path("params");
            assertThat(updated.path("uri").asText()).isEqualTo("test://watched-resource");
            assertThat(updated.path("_meta").path(SUBSCRIPTION).asInt()).isEqualTo(7);
            alice.call("test_trigger_prompt_change", "{}");
            events.expect("notifications/prompts/list_changed");
        }
    }

    @Test
    void aListenerThatDoesNothingCostsNoQuery() {
        var params = Json.object();
        params.putObject("notifications")
                .putArray("resourceSubscriptions")
                .add("test://watched-resource");
        try (var events = alice.events("subscriptions/listen", params)) {
            events.expect("notifications/subscriptions/acknowledged");
            var before = parley.reads();
            alice.caller().get("/health");
            assertThat(parley.reads() - before).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void aListenerIsToldWhenTheHubStops() {
        try (var other = TestParley.start()) {
            var client = Mcp.modern(other.agent("alice"));
            var params = Json.object();
            params.putObject("notifications").put("toolsListChanged", true);
            try (var events = client.events("subscriptions/listen", params)) {
                events.expect("notifications/subscriptions/acknowledged");
                other.stop();
                assertThat(events.result().path("_meta").path(SUBSCRIPTION).asInt()).isEqualTo(7);
            }
        }
    }

    @Test
    void whoeverClosesTheStreamHasCancelledTheCall() {
        var params = Json.object();
        params.putObject("notifications")
                .putArray("resourceSubscriptions")
                .add("test://watched-resource");
        try (var watching = alice.events("subscriptions/listen", params)) {
            watching.expect("notifications/subscriptions/acknowledged");
            alice.callForEvents("test_until_cancelled").close();
            watching.expect("notifications/resources/updated");
        }
    }

    @Test
    void withoutTheFlagNoFixtureIsThere() {
        try (var other = TestParley.start()) {
            var client = Mcp.modern(other.agent("alice"));
            assertThat(client.result("tools/list").toString()).doesNotContain("\"test_");
            assertThat(client.result("resources/list").toString()).doesNotContain("test://");
            assertThat(client.result("prompts/list").toString()).doesNotContain("\"test_");
        }
    }
}

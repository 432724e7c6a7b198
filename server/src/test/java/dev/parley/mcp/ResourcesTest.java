package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.codec.Json;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What can be read of a hub, and followed. */
final class ResourcesTest {
    private static TestParley parley;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    static List<Function<Caller, Mcp>> eras() {
        return List.of(Mcp::modern, Mcp::legacy);
    }

    private static String read(Mcp mcp, String uri) {
        var read = mcp.result("resources/read", Json.object().put("uri", uri));
        return read.path("contents").path(0).path("text").asText();
    }

    private static String say(Caller from, String to, String words) {
        return from.post(
                        "/api/messages",
                        """
                        {"event_type":"message.to.%s","data":{"message":{"parts":[{"text":"%s"}]}}}
                        """
                                .formatted(to, words))
                .expect(201)
                .text("run_id");
    }

    @ParameterizedTest
    @MethodSource("eras")
    void runsAndTheOwnInboxAreReadAsJson(Function<Caller, Mcp> era) {
        var name = "reader-" + System.identityHashCode(era);
        var reader = parley.agent(name);
        var run = say(parley.agent("writer-" + name), name, "hello there");
        var mcp = era.apply(reader);
        assertThat(mcp.result("resources/list").path("resources").findValuesAsText("uri"))
                .containsExactly("parley://inbox", "parley://runs", "parley://sessions");
        assertThat(read(mcp, "parley://inbox")).contains("hello there");
        assertThat(read(mcp, "parley://runs")).contains(run);
        var one = Json.parseTrusted(read(mcp, "parley://runs/" + run));
        assertThat(one.path("status").asText()).isEqualTo("running");
        assertThat(one.path("messages").path(0).path("summary").asText()).isEqualTo("hello there");
        var closed = parley.owner().run("{\"protocol\":\"closed\",\"participants\":{}}");
        var error =
                mcp.error(
                        "resources/read", Json.object().put("uri", "parley://runs/" + closed), 200);
        assertThat(error.path("message").asText()).contains(name);
    }

    @Test
    void whoListensInTheNewWayIsToldOfNewMailAndOfWhatHappensInARun() {
        var lea = parley.agent("lea");
        var max = parley.agent("max");
        var run = say(max, "lea", "first");
        var params = Json.object();
        params.putObject("notifications")
                .putArray("resourceSubscriptions")
                .add("parley://inbox")
                .add("parley://runs/" + run)
                .add("parley://runs/run_unknown");
        try (var told = Mcp.modern(lea).events("subscriptions/listen", params)) {
            var acknowledged = told.expect("notifications/subscriptions/acknowledged");
            assertThat(acknowledged.at("/params/notifications/resourceSubscriptions")).hasSize(2);
            say(max, "lea", "second");
            assertThat(List.of(uri(told), uri(told)))
                    .containsExactlyInAnyOrder("parley://inbox", "parley://runs/" + run);
        }
    }

    private static String uri(Events told) {
        return told.expect("notifications/resources/updated").at("/params/uri").asText();
    }

    @Test
    void whoListensInTheOldWayIsToldOfNewMail() {
        var kim = parley.agent("kim");
        var mcp = Mcp.legacy(kim);
        mcp.post("resources/subscribe", Json.object().put("uri", "parley://inbox")).expect(200);
        try (var told = mcp.stream()) {
            say(parley.agent("jon"), "kim", "hi");
            assertThat(uri(told)).isEqualTo("parley://inbox");
        }
    }

    @ParameterizedTest
    @MethodSource("eras")
    void promptsTeachTheHouseRules(Function<Caller, Mcp> era) {
        var zoe = parley.agent("zoe");
        zoe.put("/api/agents/zoe", "{\"description\":\"x\"}");
        var mcp = era.apply(zoe);
        assertThat(mcp.result("prompts/list").path("prompts").findValuesAsText("name"))
                .contains("house_rules", "work_loop", "delegate");
        var rules = mcp.result("prompts/get", Json.object().put("name", "house_rules"));
        assertThat(rules.at("/messages/0/content/text").asText())
                .contains("You are the agent \"zoe\"")
                .contains("check_inbox")
                .contains("Never answer what is marked automatic");
        var delegate = Json.object().put("name", "delegate");
        delegate.putObject("arguments").put("task", "write docs").put("agent", "zoe");
        assertThat(mcp.result("prompts/get", delegate).at("/messages/0/content/text").asText())
                .contains("write docs")
                .contains("for the agent \"zoe\"");
        var complete = Json.object();
        complete.putObject("ref").put("type", "ref/prompt").put("name", "delegate");
        complete.putObject("argument").put("name", "agent").put("value", "zo");
        assertThat(mcp.result("completion/complete", complete).at("/completion/values/0").asText())
                .isEqualTo("zoe");
    }

    @Test
    void theHubIntroducesItselfWithTheEssenceOfTheRules() {
        var ian = Mcp.modern(parley.agent("ian"));
        assertThat(ian.result("server/discover").path("instructions").asText())
                .contains("check_inbox")
                .contains("ask_user")
                .contains("house_rules");
    }
}

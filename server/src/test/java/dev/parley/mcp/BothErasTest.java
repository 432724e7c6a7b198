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

/** What a client of either era finds. */
final class BothErasTest {
    private static TestParley parley;
    private static Caller alice;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        alice.put("/api/agents/alice", "{\"description\":\"Plans\",\"capabilities\":[\"plan\"]}");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    static List<Function<Caller, Mcp>> eras() {
        return List.of(Mcp::modern, Mcp::legacy);
    }

    @ParameterizedTest
    @MethodSource("eras")
    void toolsAreListedWithWhatAModelNeedsToKnow(Function<Caller, Mcp> era) {
        var tools = era.apply(alice).result("tools/list").path("tools");
        var tool = tools.path(0);
        assertThat(tool.path("name").asText()).isEqualTo("list_agents");
        assertThat(tool.path("description").asText()).contains("You are \"alice\" yourself.");
        assertThat(tool.path("inputSchema").path("type").asText()).isEqualTo("object");
        assertThat(tool.path("outputSchema").path("type").asText()).isEqualTo("object");
        assertThat(tool.path("annotations").path("readOnlyHint").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("eras")
    void aToolAnswersInWordsAndInFacts(Function<Caller, Mcp> era) {
        var result = era.apply(alice).call("list_agents", "{}");
        var agent = result.path("structuredContent").path("agents").path(0);
        assertThat(agent.path("agent").asText()).isEqualTo("alice");
        assertThat(agent.path("online").asBoolean()).isTrue();
        assertThat(result.path("content").path(0).path("text").asText()).contains("alice");
        assertThat(result.has("isError")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("eras")
    void argumentsThatDoNotFitAreAResultThatTheModelReads(Function<Caller, Mcp> era) {
        var result = era.apply(alice).call("list_agents", "{\"limit\":\"many\",\"colour\":1}");
        assertThat(result.path("isError").asBoolean()).isTrue();
        assertThat(result.path("content").path(0).path("text").asText())
                .contains("limit")
                .contains("colour");
        assertThat(result.path("_meta").path("dev.parley/problem").path("code").asText())
                .isEqualTo("bad-value");
        assertThat(result.has("structuredContent")).isFalse();
    }

    @ParameterizedTest
    @MethodSource("eras")
    void aToolThatIsNotThereIsAnErrorOfTheProtocol(Function<Caller, Mcp> era) {
        var params = Json.object().put("name", "no_such_tool");
        var error = era.apply(alice).error("tools/call", params, 200);
        assertThat(error.path("code").asInt()).isEqualTo(-32602);
        assertThat(error.path("message").asText()).contains("no_such_tool");
    }

    @ParameterizedTest
    @MethodSource("eras")
    void aCursorThatIsNoneIsRefused(Function<Caller, Mcp> era) {
        for (var cursor : List.of("?", "LTE", "OTk5OTk5", "eA")) {
            var params = Json.object().put("cursor", cursor);
            assertThat(era.apply(alice).post("tools/list", params).expect(200).json().toString())
                    .satisfiesAnyOf(
                            text -> assertThat(text).contains("-32602"),
                            text -> assertThat(text).contains("list_agents"));
        }
    }

    @Test
    void whoeverHasNoTokenIsToldHowToGetOne() {
        var reply = parley.stranger().post("/mcp", "{}").expect(401);
        assertThat(reply.header("WWW-Authenticate")).startsWith("Bearer");
        assertThat(reply.text())
                .contains("Authorization: Bearer")
                .contains("./parley token create");
    }
}

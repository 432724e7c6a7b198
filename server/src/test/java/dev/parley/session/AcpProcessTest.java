package dev.parley.session;

import static dev.parley.session.AcpStage.words;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the process of an agent that speaks ACP runs, and what it remembers. */
@Timeout(60)
class AcpProcessTest {
    @TempDir Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({"load,session/load", "resume,session/resume"})
    void afterARestartItTakesUpTheConversationThatItKnows(String mode, String method) {
        try (var stage = AcpStage.start(folder, mode)) {
            var session = stage.open();
            assertThat(words(stage.say(session, "hello"))).isEqualTo("hello");
            var known = stage.sent("session/prompt").getFirst().path("sessionId").asText();
            stage.restart();
            assertThat(words(stage.say(session, "again"))).isEqualTo("again");
            var loaded = stage.sent(method).getFirst();
            assertThat(loaded.path("sessionId").asText()).isEqualTo(known);
            assertThat(loaded.path("cwd").asText()).isEqualTo(folder.toString());
            assertThat(stage.sent("session/new")).hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource({"forgetful", "plain"})
    void whoeverDoesNotRememberIsToldWhatWasSaid(String mode) {
        try (var stage = AcpStage.start(folder, mode)) {
            var session = stage.open();
            assertThat(words(stage.say(session, "hello"))).isEqualTo("hello");
            stage.restart();
            assertThat(words(stage.say(session, "again")))
                    .isEqualTo(
                            """
                            What was said in this conversation so far:

                            They: hello

                            You: hello

                            What is said now: / again""");
        }
    }

    @Test
    void anIdleSessionCostsNoProcess() {
        try (var stage = AcpStage.start(folder, "load", "idle-seconds: 60")) {
            var session = stage.open();
            assertThat(stage.say(session, "hello").path("isActive").asBoolean()).isTrue();
            stage.parley().watch(Duration.ofSeconds(61));
            while (stage.idle(session).path("isActive").asBoolean()) {
                Thread.onSpinWait();
            }
            assertThat(words(stage.say(session, "again"))).isEqualTo("again");
            assertThat(stage.sent("initialize")).hasSize(2);
        }
    }

    @Test
    void noMoreRunThanMayHaveTurnsAndClosedOnesEnd() {
        try (var stage = AcpStage.start(folder, "load", "at-once: 2")) {
            var first = stage.open();
            var second = stage.open();
            var third = stage.open();
            stage.say(first, "hello");
            stage.parley().watch(Duration.ofSeconds(1));
            stage.say(second, "hello");
            assertThat(stage.say(third, "hello").path("isActive").asBoolean()).isTrue();
            assertThat(stage.idle(first).path("isActive").asBoolean()).isFalse();
            assertThat(stage.idle(second).path("isActive").asBoolean()).isTrue();
            stage.ann().delete("/api/sessions/" + second).expect(200);
            assertThat(words(stage.say(first, "again"))).isEqualTo("again");
            for (var prompt : stage.sent("session/prompt").subList(0, 2)) {
                awaitEnd(prompt.path("sessionId").asText());
            }
        }
    }

    @Test
    void theKeyOfOneThatHasEndedOpensNothing() {
        try (var stage = AcpStage.start(folder, "brief")) {
            var session = stage.open();
            stage.say(session, "hello");
            var first = awaitEnd(stage);
            stage.say(session, "again");
            assertThat(awaitEnd(stage)).isNotEqualTo(first);
            assertThat(stage.sent("session/new")).hasSize(2);
        }
    }

    /** Waits until the key of the last process opens nothing, which it does until that ends. */
    private static String awaitEnd(AcpStage stage) {
        var key = token(stage.sent("session/new").getLast().at("/mcpServers/0/env"));
        while (stage.parley().bearer(key).get("/api/tokens/self").status() != 401) {
            LockSupport.parkNanos(1_000_000);
        }
        return key;
    }

    private static String token(JsonNode env) {
        return env.valueStream()
                .filter(one -> one.path("name").asText().equals("PARLEY_TOKEN"))
                .findFirst()
                .orElseThrow()
                .path("value")
                .asText();
    }

    @Test
    void oneThatIsStillStartingEndsWhenAnotherTakesItsPlace() {
        try (var stage = AcpStage.start(folder, "")) {
            var owner = stage.parley().owner();
            owner.put("/api/agents/other/host", other("mute")).expect(201);
            var session = stage.open("{\"agent\":\"other\"}");
            stage.tell(session, "hello");
            stage.await("initialize", 1);
            owner.put("/api/agents/other/host", other("")).expect(200);
            assertThat(stage.idle(session).path("status").asText()).isEqualTo("error");
            assertThat(words(stage.say(session, "again"))).endsWith("again");
        }
    }

    private String other(String mode) {
        return """
               {"host": "acp", "command": "python3", "args": ["%s"], "env": {"FRAMES": "%s", "MODE": "%s"}}
               """
                .formatted(folder.resolve("acp_agent.py"), folder.resolve("frames"), mode);
    }

    /** The agent names its conversations after its process. */
    private static void awaitEnd(String conversation) {
        ProcessHandle.of(Long.parseLong(conversation.substring(1)))
                .ifPresent(process -> process.onExit().join());
    }

    @ParameterizedTest
    @CsvSource({"http", "plain"})
    void itIsToldOfTheHubsOwnDoor(String mode) {
        try (var stage = AcpStage.start(folder, mode)) {
            stage.say(stage.open(), "hello");
            var server = stage.sent("session/new").getFirst().at("/mcpServers/0");
            assertThat(server.path("name").asText()).isEqualTo("parley");
            if (mode.equals("http")) {
                assertThat(server.path("url").asText()).endsWith("/mcp");
                assertThat(server.at("/headers/0/value").asText()).startsWith("Bearer pa_");
            } else {
                assertThat(server.path("command").asText()).endsWith("java");
                assertThat(server.path("args").toString()).contains("dev.parley.Main\",\"mcp");
                assertThat(server.path("env").findValuesAsText("name"))
                        .containsExactlyInAnyOrder("PARLEY_URL", "PARLEY_TOKEN");
            }
        }
    }
}

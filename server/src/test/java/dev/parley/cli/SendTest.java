package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.codec.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SendTest {
    @TempDir Path home = Path.of("");
    private final ScriptedHub hub = new ScriptedHub();

    @BeforeEach
    void aHubRuns() {
        hub.moveInto(home.resolve(".parley"));
        hub.on(
                "POST /api/runs",
                201,
                """
                {"run_id":"run_1","session_id":"s","status":"running","protocol":"open"}""");
        hub.on("POST /api/runs/run_1/messages", 201, "{\"message_id\":\"msg_1\",\"seq\":3}");
    }

    @AfterEach
    void theHubEnds() {
        hub.close();
    }

    @Test
    void aMessageWithoutARunOpensOneAndSaysHowToFollowIt() {
        var shell = new TestShell(home);

        assertThat(shell.run("send", "hello", "agents")).isZero();
        assertThat(shell.out()).isEqualTo("msg_1 #3\n");
        assertThat(shell.err())
                .isEqualTo("parley: opened run_1; follow it with ./parley tail run_1\n");
        assertThat(hub.asked().getFirst().authorization()).isEqualTo("Bearer pa_owner");
        assertThat(hub.asked().getFirst().body()).contains("\"open\"");
        var body = body(hub.asked().getLast().body());
        assertThat(body.path("summary").asText()).isEqualTo("hello agents");
        assertThat(body.path("to_agent").asText()).isEqualTo("broadcast");
        assertThat(body.path("kind").asText()).isEqualTo("message");
        assertThat(body.at("/parts/0/content").asText()).isEqualTo("hello agents");
    }

    @Test
    void whoeverNamedTheDataFolderFollowsTheRunThereToo() {
        var shell = new TestShell(home);
        var data = home.resolve(".parley").toString();

        assertThat(shell.run("send", "--data", data, "--to", "bob", "hello")).isZero();
        assertThat(shell.err())
                .isEqualTo(
                        "parley: opened run_1; follow it with ./parley tail run_1 --data "
                                + data
                                + "\n");
    }

    @Test
    void whatTheHubNotesAboutItIsSaid() {
        hub.on(
                "POST /api/runs/run_1/messages",
                201,
                """
                {"message_id":"msg_1","seq":3,"recipients":0,"note":"nobody else takes part"}""");
        var shell = new TestShell(home);

        assertThat(shell.run("send", "--run", "run_1", "hello")).isZero();
        assertThat(shell.out()).isEqualTo("msg_1 #3\n");
        assertThat(shell.err()).isEqualTo("parley: nobody else takes part\n");
        assertThat(shell.run("send", "--run", "run_1", "--json", "hello")).isZero();
        assertThat(shell.out()).contains("\"recipients\":0,\"note\":\"nobody else takes part\"");
    }

    @Test
    void everyFieldCanBeGiven() {
        var shell = new TestShell(home).variable("PARLEY_TOKEN", "pa_worker");

        assertThat(
                        shell.run(
                                "send",
                                "--run",
                                "run_1",
                                "--from",
                                "Agent B",
                                "--to",
                                "user",
                                "--kind",
                                "REPORT",
                                "--payload",
                                "{\"status\":\"completed\"}",
                                "--reply-to",
                                "msg_0",
                                "--ack",
                                "--json",
                                "done"))
                .isZero();
        assertThat(shell.out())
                .isEqualTo(
                        """
                        {"run_id":"run_1","message_id":"msg_1","seq":3,"duplicate":false}
                        """);
        assertThat(hub.asked()).hasSize(1);
        assertThat(hub.asked().getFirst().authorization()).isEqualTo("Bearer pa_worker");
        var body = body(hub.asked().getFirst().body());
        assertThat(body.path("from_agent").asText()).isEqualTo("Agent B");
        assertThat(body.path("parent_id").asText()).isEqualTo("msg_0");
        assertThat(body.path("requires_ack").asBoolean()).isTrue();
        assertThat(body.at("/payload/status").asText()).isEqualTo("completed");
    }

    @Test
    void theTextCanComeFromStandardInput() {
        var shell = new TestShell(home).typing("first line\nsecond — ü\n");

        assertThat(shell.run("send", "--run", "run_1", "-")).isZero();
        var body = body(hub.asked().getFirst().body());
        assertThat(body.at("/parts/0/content").asText()).isEqualTo("first line\nsecond — ü");
        assertThat(body.path("summary").asText()).isEqualTo("first line second — ü");
    }

    @Test
    void whatCannotBeSentIsNotUnderstood() {
        var shell = new TestShell(home);

        assertThat(shell.run("send")).isEqualTo(2);
        assertThat(shell.run("send", "--payload", "[1]", "x")).isEqualTo(2);
        assertThat(shell.run("send", "--to", "a/b/c", "x")).isEqualTo(2);
        assertThat(shell.err())
                .contains("parley: there is nothing to send: give TEXT, - or --payload")
                .contains("parley: --payload must be a JSON object")
                .contains("parley: Invalid value for option '--to': instance must be")
                .hasLineCount(3);
        assertThat(hub.asked()).isEmpty();
    }

    @Test
    void whatTheHubRefusesIsOneSentence() {
        hub.on(
                "POST /api/runs/run_1/messages",
                409,
                "{\"code\":\"run-ended\",\"message\":\"the run has \\u001b[31mended\"}");
        var shell = new TestShell(home);

        assertThat(shell.run("send", "--run", "run_1", "x")).isEqualTo(1);
        assertThat(shell.err()).isEqualTo("parley: the run has ␛[31mended\n");
        assertThat(shell.out()).isEmpty();
    }

    private static com.fasterxml.jackson.databind.JsonNode body(String json) {
        return Json.parseObject(json.getBytes(StandardCharsets.UTF_8));
    }
}

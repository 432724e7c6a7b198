package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** No session keeps others from their turns, and nobody works for a run that is over. */
@Timeout(60)
class FairTurnsTest {
    @TempDir Path folder;

    private TestParley parley;
    private Caller ann;

    @BeforeEach
    void start() throws IOException {
        var script =
                Files.writeString(
                        folder.resolve("patient.sh"),
                        """
                        read -r name
                        echo $$ > "$name.part" && mv "$name.part" "$name.pid"
                        while [ ! -e "$name.go" ]; do sleep 0.02; done
                        echo done
                        """);
        parley =
                TestParley.with("limits.pair-rate", "0")
                        .file(
                                """
                                sessions: {agents-by-api: true, roots: /}
                                agents:
                                  patient: {host: command, command: sh, args: ["%s"], at-once: 1}
                                  parrot: {host: command, command: cat}
                                """
                                        .formatted(script))
                        .start();
        ann = parley.person("ann");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void whoeverCancelsARunStopsTheAgentsThatAreAtItsWork() throws IOException {
        var session = open("patient");
        say(session, "one");
        var process = process("one");
        ann.post("/api/runs/" + session.replace("ses_", "run_") + "/cancel", "{}").expect(200);
        process.onExit().join();
        var turn = ann.get(at(session, "messages")).elements("items").getFirst();
        while (!turn.path("turn").asText().equals("cancelled")) {
            turn = ann.get(at(session, "messages")).elements("items").getFirst();
        }
    }

    @Test
    void whileItsRunIsPausedAnAnswerKeepsNoPlace() throws IOException {
        var paused = open("patient");
        say(paused, "one");
        process("one");
        var run = paused.replace("ses_", "run_");
        ann.post("/api/runs/" + run + "/pause", "{}").expect(200);
        Files.createFile(folder.resolve("one.go"));
        Files.createFile(folder.resolve("two.go"));
        var other = open("patient");
        say(other, "two");
        assertThat(answer(other)).isEqualTo("done");
        ann.post("/api/runs/" + run + "/resume", "{}").expect(200);
        assertThat(answer(paused)).isEqualTo("done");
    }

    @Test
    void inAPausedRunNoTurnBeginsAndNoProcess() throws IOException {
        var paused = open("patient");
        var run = paused.replace("ses_", "run_");
        ann.post("/api/runs/" + run + "/pause", "{}").expect(200);
        say(paused, "one");
        Files.createFile(folder.resolve("one.go"));
        Files.createFile(folder.resolve("two.go"));
        var other = open("patient");
        say(other, "two");
        assertThat(answer(other)).as("what was said later").isEqualTo("done");

        var state = ann.get(at(paused, "state")).expect(200);
        assertThat(state.text("status")).isEqualTo("streaming");
        assertThat(state.json().path("isActive").asBoolean()).isFalse();
        assertThat(state.json().path("waiting").asInt()).isEqualTo(1);
        assertThat(folder.resolve("one.pid")).doesNotExist();
        ann.post("/api/runs/" + run + "/resume", "{}").expect(200);
        assertThat(answer(paused)).isEqualTo("done");
    }

    @Test
    void whatWaitsForOneAgentKeepsNoOtherFromItsTurn() throws IOException {
        for (int i = 0; i < 5; i++) {
            say(open("patient"), "one");
        }
        var session = open("parrot");
        say(session, "hello");
        assertThat(answer(session)).endsWith("hello");
        Files.createFile(folder.resolve("one.go"));
    }

    @Test
    void anAgentThatIsLetGoInTheMidstOfItsTurnLeavesNobodyWaiting() throws IOException {
        var owner = parley.owner();
        var terms =
                "{\"host\":\"command\",\"command\":\"sh\",\"args\":[\"%s\"]}"
                        .formatted(folder.resolve("patient.sh"));
        owner.put("/api/agents/guest/host", terms).expect(201);
        var session = open("guest");
        say(session, "one");
        say(session, "two");
        process("one");
        owner.delete("/api/agents/guest/host").expect(204);
        var state = ann.get(at(session, "state?wait=idle")).expect(200);
        assertThat(state.text("status")).isEqualTo("error");
        assertThat(state.text("error")).contains("does not run guest any more");
    }

    private String open(String agent) {
        return ann.post("/api/sessions", "{\"agent\":\"" + agent + "\"}")
                .expect(201)
                .text("sessionId");
    }

    private static String at(String session, String what) {
        return "/api/sessions/" + session + "/" + what;
    }

    private void say(String session, String name) {
        ann.post(at(session, "messages"), "{\"message\":\"" + folder.resolve(name) + "\"}")
                .expect(201);
    }

    private String answer(String session) {
        var state = ann.get(at(session, "state?wait=idle")).expect(200);
        return state.json().at("/lastMessage/content").asText();
    }

    private ProcessHandle process(String name) throws IOException {
        var file = folder.resolve(name + ".pid");
        while (!Files.exists(file)) {
            LockSupport.parkNanos(1_000_000);
        }
        return ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).orElseThrow();
    }
}

package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a hub was at when it ended is told, and never silently done again. */
@Timeout(60)
class RestartTest {
    private static final String WAITS =
            "[\"-c\", \"read line; while [ ! -e \\\"$line\\\" ]; do sleep 0.02; done; echo done\"]";

    private static final String AGENTS =
            """
            agents:
              patient: {host: command, command: sh, args: %1$s}
              stubborn: {host: command, command: sh, args: %1$s, retry: true}
            """
                    .formatted(WAITS);

    @Test
    void aTurnThatWasUnderWayIsInterruptedAndWhatWaitedBehindItIsAnswered(@TempDir Path folder)
            throws Exception {
        var before = TestParley.with("streams.max", "10").file(AGENTS).start();
        var ann = before.person("ann");
        var session = open(ann, "patient");
        say(ann, session, folder.resolve("never").toString());
        say(ann, session, Files.createFile(folder.resolve("there")).toString());
        try (var after = before.restarted()) {
            var again = after.bearer(ann.token());
            var state = again.get("/api/sessions/" + session + "/state?wait=idle").expect(200);
            assertThat(state.text("status")).isEqualTo("idle");
            var said = again.get("/api/sessions/" + session + "/messages").expect(200);
            assertThat(said.elements("items").getFirst().path("turn").asText())
                    .isEqualTo("interrupted");
            assertThat(said.elements("items").getFirst().path("error").asText()).contains("hub");
            assertThat(said.elements("items").get(1).path("turn").asText()).isEqualTo("done");
        }
    }

    @Test
    void anAgentWhoseTurnsMayBeTakenAgainTakesThem(@TempDir Path folder) throws Exception {
        var before = TestParley.with("streams.max", "10").file(AGENTS).start();
        var ann = before.person("ann");
        var session = open(ann, "stubborn");
        var sign = folder.resolve("sign");
        say(ann, session, sign.toString());
        try (var twin = before.twin()) {
            Files.createFile(sign);
            var again = twin.bearer(ann.token());
            var state = again.get("/api/sessions/" + session + "/state?wait=idle").expect(200);
            assertThat(state.text("status")).isEqualTo("idle");
            assertThat(state.json().at("/lastMessage/content").asText()).isEqualTo("done");
        } finally {
            before.close();
        }
    }

    private static String open(Caller caller, String agent) {
        return caller.post("/api/sessions", "{\"agent\":\"" + agent + "\"}")
                .expect(201)
                .text("sessionId");
    }

    private static void say(Caller caller, String session, String words) {
        caller.post("/api/sessions/" + session + "/messages", "{\"message\":\"" + words + "\"}")
                .expect(201);
    }
}

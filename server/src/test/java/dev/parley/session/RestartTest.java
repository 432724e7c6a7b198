package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.bus.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
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

    /** Lets turns begin, and be interrupted. */
    private static final String REFUSE =
            "CREATE TRIGGER refuse BEFORE INSERT ON turns WHEN NEW.state IN ('done', 'failed')"
                    + " BEGIN SELECT RAISE(ABORT, 'not now'); END";

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

    @Test
    void whereAgentsMayNoLongerWorkOldSessionsDoNotEither(@TempDir Path folder) throws Exception {
        var before = TestParley.with("sessions.roots", "/").file(AGENTS).start();
        var ann = before.person("ann");
        var session =
                ann.post("/api/sessions", "{\"agent\":\"patient\",\"cwd\":\"" + folder + "\"}")
                        .expect(201)
                        .text("sessionId");
        var there = Files.createFile(folder.resolve("there")).toString();
        say(ann, session, there);
        ann.get("/api/sessions/" + session + "/state?wait=idle").expect(200);
        try (var after = before.restarted()) {
            var again = after.bearer(ann.token());
            say(again, session, there);
            var state = again.get("/api/sessions/" + session + "/state?wait=idle").expect(200);
            assertThat(state.text("error"))
                    .startsWith("cwd-not-allowed: agents of this hub work under ")
                    .contains(folder + " does not lie under any of them");
        }
    }

    /** As {@code ./parley runs} does where no hub is running. */
    @Test
    void aHubThatIsOnlyAskedSomethingBeginsNoTurn(@TempDir Path folder) throws Exception {
        var before = TestParley.with("sessions.max-active", "1").file(AGENTS).start();
        var ann = before.person("ann");
        var never = folder.resolve("never").toString();
        say(ann, open(ann, "patient"), never);
        var session = open(ann, "patient");
        say(ann, session, Files.createFile(folder.resolve("there")).toString());
        before.stop();
        var asked = before.lookedAt();
        var looking = asked.bearer(ann.token());
        assertThat(looking.get("/api/runs").expect(200).elements("items")).hasSize(2);
        var state = looking.get("/api/sessions/" + session + "/state").expect(200);
        assertThat(state.json().path("waiting").asInt()).isEqualTo(1);
        assertThat(state.json().path("isActive").asBoolean()).isFalse();
        assertThat(asked.watched()).doesNotContain(new Topic.Turns());
        try (var after = asked.restarted()) {
            var again = after.bearer(ann.token());
            again.get("/api/sessions/" + session + "/state?wait=idle").expect(200);
            var said = again.get("/api/sessions/" + session + "/messages").expect(200);
            assertThat(said.elements("items").getFirst().path("turn").asText()).isEqualTo("done");
        }
    }

    @Test
    void aTurnWhoseEndTheStoreDoesNotTakeIsToldAsInterrupted() throws Exception {
        try (var parley =
                        TestParley.with("sessions.roots", "/")
                                .file("agents: {parrot: {host: command, command: cat}}")
                                .start();
                var db =
                        DriverManager.getConnection(
                                "jdbc:sqlite:" + parley.folder().resolve("parley.db"));
                var statement = db.createStatement()) {
            var ann = parley.person("ann");
            var session = open(ann, "parrot");
            statement.execute(REFUSE);
            say(ann, session, "one");
            var state = ann.get("/api/sessions/" + session + "/state?wait=idle").expect(200);
            assertThat(state.text("error")).isEqualTo("the hub could not note what became of it");
            statement.execute("DROP TRIGGER refuse");
            say(ann, session, "two");
            ann.get("/api/sessions/" + session + "/state?wait=idle").expect(200);
            var said = ann.get("/api/sessions/" + session + "/messages").expect(200);
            assertThat(said.elements("items").stream().map(item -> item.path("turn").asText("")))
                    .containsExactly("interrupted", "done", "");
            assertThat(parley.owner().get("/api/check").elements("findings")).isEmpty();
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

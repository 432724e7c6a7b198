package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program that the hub runs finds its way back in, as its agent and in its session alone. */
@Timeout(60)
class LatchkeyTest {
    @TempDir Path folder;

    private TestParley parley;
    private Caller ann;

    @BeforeEach
    void start() throws IOException {
        var script =
                Files.writeString(
                        folder.resolve("guest.sh"),
                        """
                        read -r name
                        printf '%s %s' "$PARLEY_URL" "$PARLEY_TOKEN" > "$name.part"
                        mv "$name.part" "$name.key"
                        while [ ! -e "$name.go" ]; do sleep 0.02; done
                        echo done
                        """);
        var brief =
                Files.writeString(
                        folder.resolve("brief.sh"),
                        """
                        printf '%s' "$PARLEY_TOKEN" > "$0.key"
                        read -r line
                        id=$(printf '%s' "$line" | sed 's/.*"request_id":"\\([^"]*\\)".*/\\1/')
                        printf '{"type":"desktop.local_prompt.response","request_id":"%s","status":"ok","draft_message":"bye"}\\n' "$id"
                        """);
        parley =
                TestParley.with("sessions.roots", folder.toString())
                        .file(
                                """
                                agents:
                                  guest: {host: command, command: sh, args: ["%s"]}
                                  brief: {host: stdio, command: sh, args: ["%s"]}
                                """
                                        .formatted(script, brief))
                        .start();
        ann = parley.person("ann");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void whatItSendsComesFromItsSessionAndCarriesOnWhatItAnswers() throws IOException {
        var session = open();
        var guest = begin(session, "one");
        assertThat(guest.get("/api/tokens/self").expect(200).text("agent")).isEqualTo("guest");
        var run = ann.run("{\"protocol\":\"open\"}");
        tell(guest, run, "").expect(201);
        var log = ann.get("/api/runs/" + run + "/messages");
        var message = log.expect(200).elements("items").getLast();
        assertThat(message.path("from_session").asText()).isEqualTo(session);
        var asked = ann.get("/api/runs/" + run(session) + "/messages").elements("items");
        assertThat(message.at("/trace/trace_id")).isEqualTo(asked.getFirst().at("/trace/trace_id"));
        assertThat(message.at("/trace/hop_count").asInt()).isEqualTo(1);
        end("one");
    }

    @Test
    void itSpeaksInTheNameOfNoOtherSession() throws IOException {
        var other = open();
        var guest = begin(open(), "one");
        var run = ann.run("{\"protocol\":\"open\"}");
        tell(guest, run, ",\"from_session\":\"" + other + "\"").expect(Problem.SENDER_MISMATCH);
        end("one");
    }

    @Test
    void anAgentSpeaksInTheNameOfNobodyElsesSession() {
        var session = open();
        var run = ann.run("{\"protocol\":\"open\"}");
        for (var named : List.of(session, "ses_nobody")) {
            tell(parley.agent("bob"), run, ",\"from_session\":\"" + named + "\"")
                    .expect(Problem.SENDER_MISMATCH);
        }
    }

    @Test
    void itsKeyOpensNothingOnceItHasEnded() throws IOException {
        var session = open();
        var guest = begin(session, "one");
        end("one");
        ann.get("/api/sessions/" + session + "/state?wait=idle").expect(200);
        guest.get("/api/tokens/self").expect(Problem.UNAUTHENTICATED);
    }

    @Test
    void theKeyOfOneThatRunsAllTheTimeOpensNothingOnceItHasEnded() throws IOException {
        var session = open("brief");
        ann.post("/api/sessions/" + session + "/messages", "{\"message\":\"hi\"}").expect(201);
        var state = ann.get("/api/sessions/" + session + "/state?wait=idle").expect(200);
        assertThat(state.json().at("/lastMessage/content").asText()).isEqualTo("bye");
        var brief = parley.bearer(Files.readString(folder.resolve("brief.sh.key")));
        while (brief.get("/api/tokens/self").status() != 401) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static Reply tell(Caller caller, String run, String more) {
        return caller.post(
                "/api/runs/" + run + "/messages",
                "{\"to_agent\":\"alice\",\"kind\":\"message\",\"summary\":\"hi\"" + more + "}");
    }

    private String open() {
        return open("guest");
    }

    private String open(String agent) {
        return ann.post("/api/sessions", "{\"agent\":\"" + agent + "\"}")
                .expect(201)
                .text("sessionId");
    }

    private String run(String session) {
        return ann.get("/api/sessions/" + session).expect(200).text("runId");
    }

    private Caller begin(String session, String name) throws IOException {
        ann.post("/api/sessions/" + session + "/messages", "{\"message\":\"" + name + "\"}")
                .expect(201);
        var key = folder.resolve(name + ".key");
        while (!Files.exists(key)) {
            LockSupport.parkNanos(1_000_000);
        }
        var words = Files.readString(key).split(" ", 2);
        assertThat(words[0]).isEqualTo(parley.url());
        return parley.bearer(words[1]);
    }

    private void end(String name) throws IOException {
        Files.createFile(folder.resolve(name + ".go"));
    }
}

package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What agents that the hub runs have each other do follows from what they were told, and ends. */
@Timeout(60)
class HopsTest {
    private static final int MAX_HOPS = 3;

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
                        printf '%s' "$PARLEY_TOKEN" > "$name.part"
                        mv "$name.part" "$name.key"
                        while [ ! -e "$name.go" ]; do sleep 0.02; done
                        echo done
                        """);
        parley =
                TestParley.with("sessions.roots", folder.toString())
                        .with("guards.trace-hops", Integer.toString(MAX_HOPS))
                        .with("guards.spawn-depth", "0")
                        .file(
                                """
                                agents:
                                  ping: {host: command, command: sh, args: ["%1$s"]}
                                  pong: {host: command, command: sh, args: ["%1$s"]}
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
    void everySessionThatIsSpawnedIsOneHopFurtherUntilThereIsNone() throws IOException {
        var trace = "";
        var session = spawn(ann, "ping", "0").expect(201).text("sessionId");
        for (int hop = 0; hop < MAX_HOPS; hop++) {
            var first = first(session).path("trace");
            trace = hop == 0 ? first.path("trace_id").asText() : trace;
            assertThat(first.path("trace_id").asText()).isEqualTo(trace);
            assertThat(first.path("origin").asText()).isEqualTo("user");
            assertThat(first.path("hop_count").asInt()).isEqualTo(hop);
            session =
                    spawn(agent(hop), hop % 2 == 0 ? "pong" : "ping", Integer.toString(hop + 1))
                            .expect(201)
                            .text("sessionId");
        }
        assertThat(first(session).at("/trace/hop_count").asInt()).isEqualTo(MAX_HOPS);
        spawn(agent(MAX_HOPS), "ping", "too far").expect(Problem.TRACE_HOPS);
        for (int hop = 0; hop <= MAX_HOPS; hop++) {
            end(hop);
        }
        ann.get("/api/sessions/" + session + "/state?wait=idle").expect(200);
        assertThat(parley.owner().get("/api/check").elements("findings")).isEmpty();
    }

    /** What goes back up adds no hop, so only each second message does. */
    @Test
    void twoSessionsThatCallEachOtherWithoutEndAreStopped() throws IOException {
        var above = spawn(ann, "ping", "0").expect(201).text("sessionId");
        var below = spawn(agent(0), "pong", "1").expect(201).text("sessionId");
        int turn = 1;
        var told = say(agent(turn), above, turn + 1);
        while (told.status() == 201) {
            assertThat(turn).isLessThan(20);
            end(turn - 1);
            turn++;
            told = say(agent(turn), turn % 2 == 0 ? below : above, turn + 1);
        }
        told.expect(Problem.TRACE_HOPS);
        assertThat(turn).isEqualTo(2 * MAX_HOPS);
        end(turn - 1);
        end(turn);
    }

    private Reply spawn(Caller caller, String agent, String name) {
        return caller.post(
                "/api/sessions",
                "{\"agent\":\""
                        + agent
                        + "\",\"initialMessage\":\""
                        + folder.resolve(name)
                        + "\"}");
    }

    private Reply say(Caller caller, String session, int name) {
        return caller.post(
                "/api/sessions/" + session + "/messages",
                "{\"message\":\"" + folder.resolve(Integer.toString(name)) + "\"}");
    }

    private JsonNode first(String session) {
        var run = ann.get("/api/sessions/" + session).expect(200).text("runId");
        return ann.get("/api/runs/" + run + "/messages").elements("items").getFirst();
    }

    /** Whoever has the turn that is so called, once it has begun. */
    private Caller agent(int turn) throws IOException {
        var key = folder.resolve(turn + ".key");
        while (!Files.exists(key)) {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            LockSupport.parkNanos(1_000_000);
        }
        return parley.bearer(Files.readString(key));
    }

    private void end(int turn) throws IOException {
        Files.createFile(folder.resolve(turn + ".go"));
    }
}

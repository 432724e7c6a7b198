package dev.parley.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever watches a session sees how it stands, and the answer as it comes. */
@Timeout(60)
class SessionEventsTest {
    @TempDir Path folder;

    private TestParley parley;
    private Caller ann;
    private String session;

    @BeforeEach
    void start() {
        var slow =
                "echo one; read line; while [ ! -e \\\"$line\\\" ]; do sleep 0.02; done; echo two";
        parley =
                TestParley.with("sessions.roots", "/")
                        .file(
                                """
                                agents:
                                  slow: {host: command, command: sh, args: ["-c", "%s"]}
                                  broken: {host: command, command: "false"}
                                """
                                        .formatted(slow))
                        .start();
        ann = parley.person("ann");
        session = open("slow");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void itTellsHowTheSessionStandsAndTheAnswerAsItComes() throws IOException {
        var go = folder.resolve("go");
        try (var events = EventStream.open(ann, "/api/sessions/" + session + "/events")) {
            say(session, go.toString());
            assertThat(until(events, "session").data().path("status").asText())
                    .isEqualTo("streaming");
            var first = until(events, "session_text");
            assertThat(first.data().path("text").asText()).isEqualTo("one\n");
            assertThat(first.id()).isEmpty();
            Files.createFile(go);
            assertThat(until(events, "session_text").data().path("text").asText())
                    .isEqualTo("two\n");
            var end = until(events, "session");
            assertThat(end.data().path("status").asText()).isEqualTo("idle");
            assertThat(end.data().path("sessionId").asText()).isEqualTo(session);
        }
    }

    @Test
    void aSocketFollowsSessionsByTheirIds() throws IOException {
        var broken = open("broken");
        try (var socket = TestSocket.of(parley, ann.token())) {
            socket.send("{\"op\":\"subscribe\",\"sessions\":[\"" + broken + "\"]}");
            assertThat(socket.expect("subscribed").at("/data/sessions/0").asText())
                    .isEqualTo(broken);
            say(broken, "go");
            assertThat(until(socket, "session").at("/data/status").asText()).isEqualTo("streaming");
            var end = until(socket, "session");
            assertThat(end.at("/data/status").asText()).isEqualTo("error");
            assertThat(end.at("/data/error").asText()).contains("code 1");
            assertThat(end.path("sessionId").asText()).isEqualTo(broken);
        }
    }

    @Test
    void closingIsTold() {
        try (var events = EventStream.open(ann, "/api/sessions/" + session + "/events")) {
            ann.delete("/api/sessions/" + session).expect(200);
            assertThat(until(events, "session").data().path("closed").asBoolean()).isTrue();
        }
    }

    private static EventStream.Told until(EventStream events, String name) {
        var told = events.next().orElseThrow();
        while (!told.event().equals(name)) {
            told = events.next().orElseThrow();
        }
        return told;
    }

    private static ObjectNode until(TestSocket socket, String name) {
        var told = socket.next();
        while (!told.path("event").asText().equals(name)) {
            told = socket.next();
        }
        return told;
    }

    private String open(String agent) {
        return ann.post("/api/sessions", "{\"agent\":\"" + agent + "\"}")
                .expect(201)
                .text("sessionId");
    }

    private void say(String to, String words) {
        ann.post("/api/sessions/" + to + "/messages", "{\"message\":\"" + words + "\"}")
                .expect(201);
    }
}

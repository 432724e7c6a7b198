package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent that is prompted line by line over its standard input. */
@Timeout(60)
class StdioAgentTest {
    /** Writes down every frame; what it does depends on what it is told. */
    private static final String SCRIPT =
            """
            answer() { printf '{"type":"desktop.local_prompt.response","request_id":"%s","status":"%s","draft_message":"%s","reason":"%s","metrics":{"latency_ms":1}}\\n' "$1" "$2" "$3" "$4"; }
            while read -r line; do
              printf '%s\\n' "$line" >> "$FRAMES"
              id=$(printf '%s' "$line" | sed 's/.*"request_id":"\\([^"]*\\)".*/\\1/')
              echo 'this is no frame'
              echo '{"type":"something.else"}'
              case "$line" in
                *'"remote_message":"crash"'*) echo 'out of luck' >&2; exit 7;;
                *'"remote_message":"refuse"'*) answer "$id" error "" "I would rather not";;
                *'"remote_message":"twice"'*) answer "$id" ok first ""; answer "$id" ok second "";;
                *'"remote_message":"long"'*) answer "$id" ok "$(printf '%0200d' 0)" "";;
                *) answer req_nobody ok ghost ""; answer "$id" ok fine "";;
              esac
            done
            """;

    @TempDir Path folder;

    private TestParley start() throws IOException {
        var script = Files.writeString(folder.resolve("agent.sh"), SCRIPT);
        return TestParley.with("sessions.roots", "/")
                .file(
                        """
                        agents:
                          scribe:
                            host: stdio
                            command: sh
                            args: ["%s"]
                            env: {FRAMES: "%s"}
                            max-output-chars: 100
                            max-history-turns: 2
                            max-history-chars: 5000
                          deaf: {host: stdio, command: sleep, args: ["1000"], timeout: 1}
                          stubborn: {host: stdio, command: sleep, args: ["1000"], timeout: 60}
                        """
                                .formatted(script, folder.resolve("frames")))
                .start();
    }

    private List<JsonNode> frames() throws IOException {
        return Files.readAllLines(folder.resolve("frames")).stream()
                .<JsonNode>map(Json::parseTrusted)
                .toList();
    }

    private static String open(Caller caller) {
        return open(caller, "scribe");
    }

    private static String open(Caller caller, String agent) {
        return caller.post("/api/sessions", "{\"agent\":\"" + agent + "\"}")
                .expect(201)
                .text("sessionId");
    }

    private static JsonNode say(Caller caller, String session, String words) {
        var at = "/api/sessions/" + session;
        caller.post(at + "/messages", "{\"message\":\"" + words + "\"}").expect(201);
        return caller.get(at + "/state?wait=idle").expect(200).json();
    }

    @Test
    void itIsPromptedWithTheFramesAndAnswersWithOne() throws IOException {
        try (var parley = start()) {
            var ann = parley.person("ann");
            var session = open(ann);
            var state = say(ann, session, "hello");
            assertThat(state.at("/lastMessage/content").asText()).isEqualTo("fine");
            assertThat(state.path("isActive").asBoolean()).isTrue();
            var frame = frames().getFirst();
            assertThat(frame.path("type").asText()).isEqualTo("desktop.local_prompt.request");
            assertThat(frame.path("request_id").asText()).startsWith("req_");
            assertThat(frame.path("profile_id").asText()).isEqualTo("scribe");
            assertThat(frame.path("session_id").asText()).isEqualTo(session);
            assertThat(frame.path("remote_message").asText()).isEqualTo("hello");
            assertThat(frame.at("/constraints/max_output_chars").asInt()).isEqualTo(100);
            assertThat(frame.at("/constraints/allow_tool_use").asBoolean()).isFalse();
            assertThat(frame.at("/constraints/local_turn_timeout_ms").asInt()).isEqualTo(60_000);
            assertThat(parley.owner().get("/api/audit").text())
                    .contains("protocol-violation")
                    .contains("req_nobody");
        }
    }

    @Test
    void historyIsBoundedAndWhatIsOlderIsSummedUp() throws IOException {
        try (var parley = start()) {
            var ann = parley.person("ann");
            var session = open(ann);
            for (int i = 1; i <= 4; i++) {
                say(ann, session, "word " + i);
            }
            var last = frames().getLast();
            assertThat(last.path("history")).hasSize(2);
            assertThat(last.at("/history/0/text").asText()).isEqualTo("word 3");
            assertThat(last.at("/history/1/role").asText()).isEqualTo("local_agent");
            assertThat(last.path("history_summary").asText())
                    .startsWith("4 earlier messages. remote_agent: word 1; local_agent: fine");
            assertThat(last.path("remote_message").asText()).isEqualTo("word 4");
            assertThat(last.path("objective").asText()).isEqualTo("word 1");
        }
    }

    @Test
    void whatItRefusesSaysTwiceOrAtTooGreatLengthEndsInOneNamedOutcome() throws IOException {
        try (var parley = start()) {
            var ann = parley.person("ann");
            var session = open(ann);
            assertThat(say(ann, session, "refuse").path("error").asText())
                    .contains("I would rather not");
            assertThat(say(ann, session, "long").path("error").asText())
                    .contains("at most 100 are allowed");
            var twice = say(ann, session, "twice");
            assertThat(twice.path("status").asText()).isEqualTo("idle");
            assertThat(twice.at("/lastMessage/content").asText()).isEqualTo("first");
        }
    }

    @Test
    void oneThatCrashedIsAnErrorAndComesBackOnlyForAPerson() throws IOException {
        try (var parley = start()) {
            var ann = parley.person("ann");
            var alice = parley.agent("alice");
            var session = open(ann);
            assertThat(say(ann, session, "crash").path("error").asText())
                    .contains("code 7")
                    .contains("out of luck");
            assertThat(say(alice, session, "anybody?").path("error").asText())
                    .contains("started again when a person speaks to it");
            assertThat(say(ann, session, "hello").path("status").asText()).isEqualTo("idle");
            assertThat(say(alice, session, "again").path("status").asText()).isEqualTo("idle");
        }
    }

    /** More than fits into a pipe. */
    private static String much() {
        return "x".repeat(200_000);
    }

    @Test
    void oneThatReadsNothingIsGivenUpInTimeAndEnded() throws IOException {
        try (var parley = start()) {
            var ann = parley.person("ann");
            var session = open(ann, "deaf");
            for (int i = 0; i < 2; i++) {
                assertThat(say(ann, session, much()).path("error").asText())
                        .contains("it does not read what it is sent");
            }
            var state = ann.get("/api/sessions/" + session + "/state").json();
            assertThat(state.path("isActive").asBoolean()).isFalse();
        }
    }

    @Test
    void oneThatReadsNothingIsStoppedByAPersonAndByTheHubsEnd() throws IOException {
        try (var parley = start()) {
            var ann = parley.person("ann");
            var at = "/api/sessions/" + open(ann, "stubborn");
            var words = "{\"message\":\"" + much() + "\"}";
            ann.post(at + "/messages", words).expect(201);
            while (!ann.post(at + "/stop", "{}").expect(200).text().contains("true")) {
                Thread.onSpinWait();
            }
            assertThat(ann.get(at + "/state?wait=idle").text("status")).isNotEqualTo("streaming");
            ann.post(at + "/messages", words).expect(201);
        }
    }
}

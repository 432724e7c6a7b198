package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever an agent does has an outcome with a name, in time, and its session goes on. */
@Timeout(90)
@EnabledOnOs(OS.LINUX)
class MisbehaviourTest {
    /** Behaves when it is told so; otherwise as it likes. */
    private static final String COMMAND =
            """
            read -r words
            case $words in
            behave) echo fine;;
            *) %s;;
            esac
            """;

    private static final String STDIO =
            """
            answer() { printf '{"type":"desktop.local_prompt.response","request_id":"%%s","status":"ok","draft_message":"%%s"}\\n' "$id" "$1"; }
            while read -r line; do
                id=${line#*\\"request_id\\":\\"}
                id=${id%%%%\\"*}
                case "$line" in
                *'"remote_message":"behave"'*) answer fine;;
                *) %s;;
                esac
            done
            """;

    private static final String TIMEOUT = "within 2 seconds";
    private static final String LET_GO = "(setsid sleep 600 < /dev/null > /dev/null 2>&1 &); ";

    /** What an agent does, and what its session says then: an error, or else the answer. */
    private record Row(String host, String behaviour, String does, boolean isError, String says) {
        static Row fails(String host, String behaviour, String does, String says) {
            return new Row(host, behaviour, does, true, says);
        }

        static Row answers(String host, String behaviour, String does, String says) {
            return new Row(host, behaviour, does, false, says);
        }

        String agent() {
            return host + "-" + behaviour.replace(' ', '-');
        }

        String script() {
            return (host.equals("command") ? COMMAND : STDIO).formatted(does);
        }
    }

    private static final List<Row> TABLE =
            List.of(
                    Row.fails("command", "never answers", "sleep 600", TIMEOUT),
                    Row.fails(
                            "command",
                            "ignores signals",
                            "trap '' TERM HUP INT PIPE; while :; do sleep 0.1; done",
                            TIMEOUT),
                    Row.fails("command", "floods", "exec yes", "it says more than"),
                    Row.fails(
                            "command",
                            "floods a line",
                            "exec tr '\\0' x < /dev/zero",
                            "it says more than"),
                    Row.fails(
                            "command",
                            "floods stderr",
                            "exec yes complaint >&2",
                            TIMEOUT + "; it said: complaint"),
                    Row.fails(
                            "command",
                            "floods a line of stderr",
                            "exec tr '\\0' x < /dev/zero >&2",
                            TIMEOUT),
                    Row.fails("command", "exits at once", "exit 3", "it has ended with code 3"),
                    Row.fails("command", "dies", "kill -9 $$", "it has ended with code 137"),
                    Row.fails("command", "says nothing", "exit 0", "it has said nothing"),
                    Row.answers("command", "closes its input", "exec <&-; echo closed", "closed"),
                    Row.answers(
                            "command",
                            "invalid UTF-8",
                            "printf 'so \\377\\376\\300 what'",
                            "so \uFFFD\uFFFD\uFFFD what"),
                    Row.answers("command", "control characters", "printf 'a\\001\\033[2Jb'", "a"),
                    Row.answers("command", "leaves children", LET_GO + "echo gone", "gone"),
                    Row.answers(
                            "command",
                            "forks",
                            "for n in $(seq 40); do " + LET_GO + "done; echo gone",
                            "gone"),
                    Row.answers(
                            "command",
                            "leaves children with its output",
                            "sleep 600 & echo gone",
                            "gone"),
                    Row.fails("stdio", "never answers", ":", TIMEOUT),
                    Row.fails("stdio", "ignores signals", "trap '' TERM HUP INT PIPE", TIMEOUT),
                    Row.answers("stdio", "answers twice", "answer one; answer two", "one"),
                    Row.fails(
                            "stdio",
                            "garbage",
                            "printf '{{{\\n[]\\n7\\n\\377\\376\\n\\0\\n'",
                            TIMEOUT),
                    Row.answers(
                            "stdio",
                            "garbage and an answer",
                            "printf '{{{\\n[]\\n\\377\\n'; answer one",
                            "one"),
                    Row.fails("stdio", "invalid UTF-8", "answer \"$(printf '\\377')\"", TIMEOUT),
                    Row.fails(
                            "stdio",
                            "floods",
                            "exec yes",
                            "it prints without end what is no answer"),
                    Row.fails("stdio", "exits at once", "exit 3", "it has ended with code 3"),
                    Row.fails(
                            "stdio",
                            "closes its output",
                            "exec >&-; sleep 600",
                            "it has closed its standard output"),
                    Row.fails(
                            "stdio",
                            "floods stderr",
                            "echo complaint >&2; yes complaint >&2 & exit 3",
                            "it has ended with code 3; it said: complaint"),
                    Row.answers("stdio", "leaves children", LET_GO + "answer gone", "gone"));

    @TempDir Path folder;

    @Test
    void everyBehaviourHasANamedOutcomeAndTheSessionGoesOn() throws IOException {
        try (var parley = start()) {
            var ann = parley.person("ann");
            var sessions = new LinkedHashMap<Row, String>();
            TABLE.forEach(row -> sessions.put(row, open(ann, row.agent())));
            sessions.values().forEach(session -> tell(ann, session, "misbehave"));
            sessions.forEach((row, session) -> outcome(row, idle(ann, session)));
            sessions.values().forEach(session -> tell(ann, session, "behave"));
            sessions.forEach(
                    (row, session) ->
                            assertThat(idle(ann, session).at("/lastMessage/content").asText())
                                    .as("%s, afterwards", row)
                                    .isEqualTo("fine"));
            assertThat(parley.owner().get("/api/check").elements("findings")).isEmpty();
        }
        assertThat(ProcessHandle.allProcesses().filter(this::isOurs)).as("left behind").isEmpty();
    }

    /** One that is stuck in a turn is ended when it does not answer the next either. */
    @ParameterizedTest
    @CsvSource({
        "command, sleep 600, within 2 seconds",
        "stdio, sleep 600, it does not read what it is sent",
        "stdio, exec <&-; sleep 600, it does not read what it is sent"
    })
    void anAgentThatNeitherAnswersNorReadsIsStartedAgain(String host, String does, String says)
            throws IOException {
        var stuck = Row.fails(host, "is stuck", does, TIMEOUT);
        try (var parley = start(List.of(stuck))) {
            var ann = parley.person("ann");
            var session = open(ann, stuck.agent());
            tell(ann, session, "misbehave");
            outcome(stuck, idle(ann, session));
            tell(ann, session, "misbehave\\n" + "x".repeat(200_000));
            outcome(Row.fails(host, "is stuck", does, says), idle(ann, session));
            tell(ann, session, "behave");
            assertThat(idle(ann, session).at("/lastMessage/content").asText()).isEqualTo("fine");
        }
    }

    private static void outcome(Row row, JsonNode state) {
        assertThat(state.path("status").asText())
                .as("%s: %s", row, state)
                .isEqualTo(row.isError() ? "error" : "idle");
        if (row.isError()) {
            assertThat(state.path("error").asText()).as(row.toString()).contains(row.says());
            assertThat(state.path("error").asText()).as(row.toString()).hasSizeLessThan(4_000);
        } else if (!row.says().isEmpty()) {
            assertThat(state.at("/lastMessage/content").asText())
                    .as(row.toString())
                    .startsWith(row.says());
        }
    }

    private TestParley start() throws IOException {
        return start(TABLE);
    }

    private TestParley start(List<Row> rows) throws IOException {
        var agents = new StringBuilder("agents:\n");
        for (var row : rows) {
            var script = Files.writeString(folder.resolve(row.agent() + ".sh"), row.script());
            agents.append(
                    "  %s: {host: %s, timeout: 2, command: sh, args: [\"%s\"], env: {OF: \"%s\"}}\n"
                            .formatted(row.agent(), row.host(), script, folder));
        }
        return TestParley.with("sessions.roots", "/").file(agents.toString()).start();
    }

    private static String open(Caller caller, String agent) {
        return caller.post("/api/sessions", "{\"agent\":\"" + agent + "\"}")
                .expect(201)
                .text("sessionId");
    }

    private static void tell(Caller caller, String session, String words) {
        caller.post("/api/sessions/" + session + "/messages", "{\"message\":\"" + words + "\"}")
                .expect(201);
    }

    private static JsonNode idle(Caller caller, String session) {
        return caller.get("/api/sessions/" + session + "/state?wait=idle").expect(200).json();
    }

    /** Whether it was started by an agent of this test, or by what that has started. */
    private boolean isOurs(ProcessHandle process) {
        var file = Path.of("/proc", Long.toString(process.pid()), "environ");
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).contains("OF=" + folder);
        } catch (IOException _) {
            return false;
        }
    }
}

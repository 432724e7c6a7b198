package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent that the hub prompts uses tools as often as its turn allows, however it asks. */
@Timeout(60)
class TurnToolsTest {
    private static final String SCRIPT =
            """
            printf '%s' "$PARLEY_TOKEN" > "$FOLDER/part" && mv "$FOLDER/part" "$FOLDER/token"
            while read -r line; do
              id=$(printf '%s' "$line" | sed 's/.*"request_id":"\\([^"]*\\)".*/\\1/')
              touch "$FOLDER/asked"
              while [ ! -e "$FOLDER/go" ]; do sleep 0.02; done
              rm "$FOLDER/go"
              printf '{"type":"desktop.local_prompt.response","request_id":"%s","status":"ok","draft_message":"fine"}\\n' "$id"
            done
            """;

    @TempDir Path folder;

    @Test
    void aTurnHasSoManyCallsAndTheNextHasThemAnew() throws IOException {
        var script = Files.writeString(folder.resolve("agent.sh"), SCRIPT);
        var agents =
                """
                agents:
                  scribe:
                    host: stdio
                    command: sh
                    args: ["%s"]
                    env: {FOLDER: "%s"}
                    allow-tools: true
                    max-tool-rounds: 2
                """
                        .formatted(script, folder);
        try (var parley =
                TestParley.with("sessions.roots", "/")
                        .file(Bench.tools(StdioWorkbench.row()) + agents)
                        .start()) {
            var ann = parley.person("ann");
            var session = ann.post("/api/sessions", "{\"agent\":\"scribe\"}").expect(201);
            var at = "/api/sessions/" + session.text("sessionId");
            var tool = "/api/runs/" + session.text("runId") + "/tools/bench__echo";
            for (int turn = 0; turn < 2; turn++) {
                ann.post(at + "/messages", "{\"message\":\"go\"}").expect(201);
                await("asked");
                await("token");
                var scribe = parley.bearer(Files.readString(folder.resolve("token")));
                for (int call = 0; call < 2; call++) {
                    scribe.post(tool, "{\"arguments\":{\"text\":\"hi\"}}").expect(201);
                }
                var denied = scribe.post(tool, "{\"arguments\":{\"text\":\"hi\"}}");
                assertThat(denied.expect(Problem.TOOL_DENIED).text("detail")).contains("this turn");
                Files.delete(folder.resolve("asked"));
                Files.createFile(folder.resolve("go"));
                ann.get(at + "/state?wait=idle").expect(200);
            }
        }
    }

    private void await(String name) {
        while (!Files.exists(folder.resolve(name))) {
            LockSupport.parkNanos(1_000_000);
        }
    }
}

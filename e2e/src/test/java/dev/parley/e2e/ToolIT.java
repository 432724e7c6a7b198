package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.e2e.hub.Command;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Real tool servers behind the real jar. */
@Timeout(180)
final class ToolIT {
    private static final String EVERYTHING = "@modelcontextprotocol/server-everything@2026.8.31";

    /** Answers as little as it can, works for ever, and takes no hint to end. */
    private static final String STUBBORN =
            """
            trap '' HUP INT TERM PIPE
            echo $$ > pid
            while read -r line; do
                id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
                case "$line" in
                *'"initialize"'*) said='{"protocolVersion":"2025-11-25","capabilities":{}}' ;;
                *'"tools/list"'*) said='{"tools":[{"name":"work","inputSchema":{"type":"object"}}]}' ;;
                *'"tools/call"'*) touch begun; continue ;;
                *) continue ;;
                esac
                printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$said"
            done
            while true; do sleep 1; done
            """;

    @TempDir Path folder;

    @Test
    @EnabledOnOs(OS.LINUX)
    void aHubThatIsKilledTakesItsToolServersAlongAndTellsWhatItInterrupted() throws Exception {
        Files.writeString(folder.resolve("stubborn.sh"), STUBBORN);
        configure("command: sh\n      args: [stubborn.sh]\n      cwd: " + folder);
        var hub = Hub.on(data()).start();
        var run = "/api/runs/" + Conversation.on(hub).run().value();
        var begun =
                hub.post(
                        run + "/tools/it__work",
                        Json.object().put("agent_name", "bob").put("wait", 0));
        assertThat(begun.status()).as(begun.json().toString()).isEqualTo(202);
        while (!Files.exists(folder.resolve("begun"))) {
            Thread.sleep(10);
        }
        long pid = Long.parseLong(Files.readString(folder.resolve("pid")).strip());
        assertThat(isAlive(pid)).isTrue();

        hub.kill();
        while (isAlive(pid)) {
            Thread.sleep(10);
        }
        try (var second = Hub.on(data()).start()) {
            var call = run + "/tool-calls/" + begun.json().path("call_id").asText();
            assertThat(second.get(call).json().path("status").asText()).isEqualTo("interrupted");
            assertThat(second.owner().hub().check().findings()).isEmpty();
        }
    }

    @Test
    void theOfficialServerOfEverythingIsUsedThroughTheHub() throws Exception {
        var npm = Path.of("target", "everything").toAbsolutePath();
        var installed =
                Command.run(
                        List.of(
                                "npm",
                                "install",
                                "--prefix",
                                npm.toString(),
                                "--no-package-lock",
                                "--no-save",
                                "--no-audit",
                                "--no-fund",
                                EVERYTHING));
        assertThat(installed.status()).as(installed.toString()).isZero();
        configure(
                "command: "
                        + npm.resolve("node_modules/.bin/mcp-server-everything")
                        + "\n      trust-hints: true");
        try (var hub = Hub.on(data()).start()) {
            var tools = hub.get("/api/tools?agent=bob").json();
            assertThat(tools.path("items").findValuesAsText("name"))
                    .contains("it__echo", "it__get-sum");
            var run = "/api/runs/" + Conversation.on(hub).run().value();
            var asked = Json.object().put("agent_name", "bob");
            asked.putObject("arguments").put("a", 2).put("b", 3);
            var sum = hub.post(run + "/tools/it__get-sum", asked);
            assertThat(sum.status()).as(sum.json().toString()).isEqualTo(201);
            assertThat(text(sum.json())).contains("5");
            asked.putObject("arguments").put("a", "two");
            assertThat(hub.post(run + "/tools/it__get-sum", asked).status()).isEqualTo(422);
        }
    }

    private static String text(JsonNode call) {
        return call.at("/result/content/0/text").asText();
    }

    private Path data() {
        return folder.resolve("data");
    }

    private void configure(String server) throws IOException {
        Files.createDirectories(data());
        Files.writeString(
                data().resolve("parley.yaml"),
                "tools:\n  servers:\n    it:\n      " + server + "\n");
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }
}

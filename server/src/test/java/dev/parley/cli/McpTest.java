package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.TestParley;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Coding agents are connected, tried, and served over stdin, at a real hub. */
@Timeout(60)
class McpTest {
    private static final String INITIALIZE =
            """
            {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",\
            "capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
            {"jsonrpc":"2.0","method":"notifications/initialized"}
            """;
    private static final String META =
            """
            "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
            "io.modelcontextprotocol/clientCapabilities":{},\
            "io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"}}""";

    @TempDir Path home = Path.of("");
    private final TestParley parley = TestParley.start();

    @AfterEach
    void stop() {
        parley.close();
    }

    private TestShell shell() {
        return new TestShell(home).variable("PARLEY_DATA", parley.folder().toString());
    }

    @Test
    void whoeverIsConnectedGetsThrough() {
        assertThat(shell().run("connect", "claude", "--agent", "alice", "--write")).isZero();
        var doctor = shell();

        assertThat(doctor.run("doctor")).as(doctor.err()).isZero();
        assertThat(doctor.out()).containsPattern("alice +claude +yes +\\S+ +\\d+ ms");
    }

    @Test
    void aTokenThatIsGoneIsMendedByOneCommand() {
        assertThat(shell().run("connect", "codex", "--write")).isZero();
        var tokens = parley.owner().get("/api/tokens").expect(200).json().path("items");
        tokens.valueStream()
                .filter(token -> token.path("agent").asText().equals("codex"))
                .map(token -> token.path("token_id").asText())
                .toList()
                .forEach(id -> parley.owner().delete("/api/tokens/" + id).expect(204));
        var ill = shell();

        assertThat(ill.run("doctor")).isEqualTo(1);
        assertThat(ill.err())
                .isEqualTo(
                        """
                        parley: codex: the hub answered 401: this token has expired or was revoked; \
                        ./parley connect codex --write
                        """);
        assertThat(shell().run("connect", "codex", "--write")).isZero();
        assertThat(shell().run("doctor")).isZero();
    }

    @Test
    void aBrokenConfigurationHidesNobodyElse() throws IOException {
        assertThat(shell().run("connect", "codex", "--write")).isZero();
        Files.writeString(home.resolve(".claude.json"), "{ broken");
        var doctor = shell();

        assertThat(doctor.run("doctor")).isEqualTo(1);
        assertThat(doctor.out())
                .containsPattern("claude +claude +no")
                .containsPattern("codex +yes");
        assertThat(doctor.err())
                .contains("claude: " + home.resolve(".claude.json") + ", line 1: not valid JSON")
                .doesNotContain("changed");
    }

    @Test
    void aTomlFileThatCannotBeReadIsNotReachable() throws IOException {
        assertThat(shell().run("connect", "codex", "--write")).isZero();
        var file = home.resolve(".codex/config.toml");
        Files.writeString(file, Files.readString(file) + "[mcp_servers.parley]\n");
        var doctor = shell();

        assertThat(doctor.run("doctor")).isEqualTo(1);
        assertThat(doctor.out()).containsPattern("codex +codex +no");
        assertThat(doctor.err()).contains("line 7: not valid TOML (Table redefined)");
    }

    @Test
    void whatSomebodyPutThereByHandIsTriedToo() throws IOException {
        var shown = shell();
        assertThat(shown.run("connect", "codex", "--agent", "bob")).isZero();
        var folder = Files.createDirectories(home.resolve(".codex"));
        Files.writeString(folder.resolve("config.toml"), shown.out());
        var doctor = shell();

        assertThat(doctor.run("doctor")).isZero();
        assertThat(doctor.out()).containsPattern("bob +codex +yes");
    }

    @Test
    void theDoctorMakesNobodyLookAsIfTheyWereThere() {
        assertThat(shell().run("connect", "claude", "--agent", "alice", "--write")).isZero();
        assertThat(shell().run("doctor")).isZero();
        var again = shell();

        assertThat(again.run("doctor")).isZero();
        assertThat(again.out()).containsPattern("alice +claude +yes +never");
        assertThat(parley.owner().get("/api/agents?all=true").expect(200).json().path("items"))
                .isEmpty();
    }

    @Test
    void whoeverComesOtherwiseIsListedToo() {
        parley.agent("bob").get("/api/agents/bob/inbox").expect(200);
        var doctor = shell();

        assertThat(doctor.run("doctor")).isZero();
        assertThat(doctor.out()).containsPattern("bob +its own client +online");
    }

    @Test
    void whereNobodyIsConnectedTheDoctorSaysHow() {
        var doctor = shell();

        assertThat(doctor.run("doctor")).isZero();
        assertThat(doctor.err()).contains("./parley connect claude --write");
    }

    @Test
    void theBridgeCarriesTheEraOfSessions() {
        var answers =
                bridged(
                        INITIALIZE
                                + """
                                {"jsonrpc":"2.0","id":2,"method":"tools/list"}
                                {"jsonrpc":"2.0","id":"x","method":"tools/call",\
                                "params":{"name":"list_agents","arguments":{}}}
                                """);

        assertThat(answers.apply("1").at("/result/protocolVersion").asText())
                .isEqualTo("2025-11-25");
        assertThat(answers.apply("2").at("/result/tools")).isNotEmpty();
        assertThat(answers.apply("\"x\"").at("/result/structuredContent/agents").isArray())
                .isTrue();
        assertThat(parley.mcpSessions()).isZero();
    }

    @Test
    void theBridgeCarriesTheEraWithoutThem() {
        var answers =
                bridged(
                        """
                        {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{%s}}
                        {"jsonrpc":"2.0","id":2,"method":"tools/call",\
                        "params":{"name":"list_agents","arguments":{},%s}}
                        """
                                .formatted(META, META));

        assertThat(answers.apply("1").at("/result/supportedVersions").toString())
                .contains("2026-07-28");
        assertThat(answers.apply("2").at("/result/resultType").asText()).isEqualTo("complete");
    }

    @Test
    void whatIsNoJsonIsRefusedAndTheRestGoesOn() {
        var answers = bridged("no json\n" + INITIALIZE);

        assertThat(answers.apply("null").at("/error/code").asInt()).isEqualTo(-32700);
        assertThat(answers.apply("1").has("result")).isTrue();
    }

    @Test
    void withoutATokenTheBridgeSaysWhatItNeeds() {
        var shell = shell();

        assertThat(shell.run("mcp")).isEqualTo(2);
        assertThat(shell.err()).contains("PARLEY_TOKEN", "./parley token create");
    }

    /** What is answered to these lines, by the id of what it answers. */
    private Function<String, JsonNode> bridged(String lines) {
        var shell = shell().typing(lines).variable("PARLEY_TOKEN", parley.agent("bob").token());
        assertThat(shell.run("mcp")).as(shell.err()).isZero();
        var answers = shell.out().lines().map(Json::parse).toList();
        return id ->
                answers.stream()
                        .filter(answer -> answer.path("id").toString().equals(id))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError(shell.out()));
    }
}

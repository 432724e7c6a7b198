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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'result':{'isError':true,'content':[]}} | no | is no Parley hub",
                "{'result':{'isError':true,'content':[{'text':'go away'}],SERVER}} | no |"
                        + " the hub refused: go away",
                "[] | no | the hub answered 200: []",
                "{'result':{SERVER}} | elsewhere | leads to another hub"
            })
    void whoeverTalksToSomethingElseIsNotReachableHere(String answer, String shown, String why)
            throws IOException {
        try (var other = new ScriptedHub()) {
            other.on("POST /mcp", 200, answered(answer));
            connectCursorTo(other);
            var doctor = shell();

            assertThat(doctor.run("doctor")).isEqualTo(1);
            assertThat(doctor.out()).containsPattern("cursor +cursor +" + shown);
            assertThat(doctor.err()).contains(why, "./parley connect cursor --write");
        }
    }

    private static String answered(String answer) {
        return answer.replace(
                        "SERVER",
                        "'_meta':{'io.modelcontextprotocol/serverInfo':{'name':'parley'}}")
                .replace('\'', '"');
    }

    private void connectCursorTo(ScriptedHub hub) throws IOException {
        var folder = Files.createDirectories(home.resolve(".cursor"));
        Files.writeString(
                folder.resolve("mcp.json"),
                """
                {"mcpServers":{"parley":{"url":"%s/mcp",\
                "headers":{"Authorization":"Bearer pa_theirs"}}}}"""
                        .formatted(hub.url()));
    }

    @Test
    void theTokenOfOneHubIsNeverShownToAnother() throws IOException {
        try (var here = new ScriptedHub();
                var there = new ScriptedHub()) {
            here.moveInto(home.resolve("here"));
            here.on("GET /api/agents", 200, "{\"items\":[]}");
            here.on(
                    "POST /api/tokens",
                    201,
                    """
                    {"token_id":"tok_1","token":"pa_new","agent":"cursor","role":"worker"}""");
            connectCursorTo(there);
            var data = home.resolve("here").toString();

            new TestShell(home).run("doctor", "--data", data);
            var renewed = new TestShell(home);
            assertThat(renewed.run("connect", "cursor", "--write", "--data", data)).isZero();
            assertThat(renewed.err())
                    .contains("not revoked: it is one of the hub at " + there.url());
            connectCursorTo(there);
            assertThat(new TestShell(home).run("connect", "cursor", "--remove", "--data", data))
                    .isZero();

            assertThat(here.asked())
                    .isNotEmpty()
                    .noneMatch(asked -> asked.authorization().contains("pa_theirs"));
        }
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
    void theDoctorOfALocalHubSaysWhatItsAgentsMiss() throws Exception {
        try (var local =
                TestParley.with("streams.max", "10")
                        .file("agents: {absent: {host: command, command: no-such-program}}")
                        .start()) {
            var doctor = new TestShell(home).variable("PARLEY_DATA", local.folder().toString());

            assertThat(doctor.run("doctor")).isEqualTo(1);
            assertThat(doctor.err())
                    .contains("agents.absent.command is no-such-program, but there is no such");
            var check = new TestShell(home).variable("PARLEY_DATA", local.folder().toString());
            assertThat(check.run("config", "check")).isEqualTo(1);
            assertThat(check.err()).contains("agents.absent.command is no-such-program");
        }
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

package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectTest {
    @TempDir Path home = Path.of("");
    private final ScriptedHub hub = new ScriptedHub();

    @BeforeEach
    void aHubRuns() {
        hub.moveInto(home.resolve(".parley"));
        hub.on(
                "POST /api/tokens",
                201,
                """
                {"token_id":"tok_1","token":"pa_new","agent":"claude","role":"worker"}""");
        hub.on("GET /api/tokens/self", 200, "{\"token_id\":\"tok_1\",\"agent\":\"claude\"}");
        hub.on("DELETE /api/tokens/tok_1", 204, "");
    }

    @AfterEach
    void theHubEnds() {
        hub.close();
    }

    @Test
    void whatBelongsIntoTheFileIsPrintedAndNothingIsTouched() {
        var shell = new TestShell(home);

        assertThat(shell.run("connect", "claude")).isZero();
        var entry = Json.parse(shell.out()).path("mcpServers").path("parley");
        assertThat(entry.path("type").asText()).isEqualTo("http");
        assertThat(entry.path("url").asText()).isEqualTo(hub.url() + "/mcp");
        assertThat(entry.path("headers").path("Authorization").asText()).isEqualTo("Bearer pa_new");
        assertThat(shell.err())
                .contains("~/.claude.json", "connect claude --write")
                .contains("its token tok_1 is new, and good until ./parley token revoke tok_1\n");
        assertThat(home.resolve(".claude.json")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({
        "claude, .claude.json",
        "codex, .codex/config.toml",
        "opencode, .config/opencode/opencode.json",
        "cursor, .cursor/mcp.json"
    })
    void aFileThatWasNotThereIsItsOwnersAloneAndGoesAgain(String client, String file)
            throws IOException {
        var path = home.resolve(file);

        assertThat(new TestShell(home).run("connect", client, "--write")).isZero();
        assertThat(path).content().contains("pa_new", hub.url() + "/mcp");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");

        assertThat(new TestShell(home).run("connect", client, "--remove")).isZero();
        assertThat(path).doesNotExist();
        assertThat(hub.asked().getLast().method()).isEqualTo("DELETE");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"theme\":\"dark\"}",
                "{\n  // mine\n  \"mcpServers\": {\n    \"other\": {\"url\": \"x\"} // keep, please\n  },\n  \"a\": [1, 2],\n}\n",
                "{ \"a\" : 1.10, \"mcpServers\": {\"other\":{}}, \"b\": \"\\u00fc, {\" }",
                "{\"mcpServers\":{\"a\":{},\"b\":{}}}"
            })
    void everyOtherCharacterOfAJsonFileStaysAsItWas(String before) throws IOException {
        var file = Files.writeString(home.resolve(".claude.json"), before);

        assertThat(new TestShell(home).run("connect", "claude", "--write")).isZero();
        assertThat(new TestShell(home).run("connect", "claude", "--write")).isZero();
        var written = JsonMembers.parse(Files.readString(file));
        assertThat(written.path("mcpServers").path("parley").path("url").asText())
                .isEqualTo(hub.url() + "/mcp");
        assertThat(new TestShell(home).run("connect", "claude", "--remove")).isZero();

        assertThat(file).content().isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"model = \"x\"\n", "[mcp_servers.other]\nurl = \"y\"\n\n# end\n"})
    void everyOtherCharacterOfATomlFileStaysAsItWas(String before) throws IOException {
        var folder = Files.createDirectories(home.resolve(".codex"));
        var file = Files.writeString(folder.resolve("config.toml"), before);

        assertThat(new TestShell(home).run("connect", "codex", "--write")).isZero();
        assertThat(new TestShell(home).run("connect", "codex", "--write")).isZero();
        assertThat(file).content().containsOnlyOnce("[mcp_servers.parley]").startsWith(before);
        assertThat(new TestShell(home).run("connect", "codex", "--remove")).isZero();

        assertThat(file).content().isEqualTo(before);
    }

    @Test
    void aTableThatSomebodyElseWroteIsLeftAlone() throws IOException {
        var folder = Files.createDirectories(home.resolve(".codex"));
        var mine = "[mcp_servers.parley]\nurl = \"mine\"\n";
        var file = Files.writeString(folder.resolve("config.toml"), mine);
        var shell = new TestShell(home);

        assertThat(shell.run("connect", "codex", "--write")).isEqualTo(1);
        assertThat(shell.err()).contains("somebody else wrote");
        assertThat(file).content().isEqualTo(mine);
    }

    @Test
    void aFileThatIsNoJsonIsNotTouched() throws IOException {
        var file = Files.writeString(home.resolve(".claude.json"), "{ broken");
        var shell = new TestShell(home);

        assertThat(shell.run("connect", "claude", "--write")).isEqualTo(1);
        assertThat(shell.err()).contains(".claude.json", "nothing was changed");
        assertThat(hub.asked()).isEmpty();
        assertThat(file).content().isEqualTo("{ broken");
    }

    @Test
    void aLinkToAFileElsewhereStaysALink() throws IOException {
        var real = Files.writeString(home.resolve("dotfiles.json"), "{\"a\":1}");
        var link = Files.createSymbolicLink(home.resolve(".claude.json"), real);

        assertThat(new TestShell(home).run("connect", "claude", "--write")).isZero();
        assertThat(link).isSymbolicLink();
        assertThat(real).content().contains("pa_new");
    }

    @Test
    void renewingRevokesTheTokenBefore() {
        assertThat(new TestShell(home).run("connect", "claude", "--write")).isZero();
        var shell = new TestShell(home);

        assertThat(shell.run("connect", "claude", "--write")).isZero();
        assertThat(shell.err()).contains("revoked tok_1");
    }

    @Test
    void nobodyElseCanBeConnected() {
        var shell = new TestShell(home);

        assertThat(shell.run("connect", "emacs")).isEqualTo(2);
        assertThat(shell.err()).contains("claude, codex, opencode, cursor");
    }
}

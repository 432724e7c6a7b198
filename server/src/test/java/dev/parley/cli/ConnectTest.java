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
        hub.on("GET /api/tokens", 200, "{\"items\":[]}");
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
                "{\"mcpServers\":{\"a\":{},\"b\":{}}}",
                "{\"mcpServers\":{}}",
                "{ \"mcpServers\": {}, \"a\": 1 }\n",
                "{}"
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
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"mcpServers\":{\"parley\":OURS // hub, see wiki;, \"other\":{}}} |"
                        + " {\"mcpServers\":{ // hub, see wiki; \"other\":{}}}",
                "{\"mcpServers\":{\"other\":{} // mine, too;, \"parley\":OURS}} |"
                        + " {\"mcpServers\":{\"other\":{} // mine, too;}}",
                "{\"mcpServers\":{\"a\":{}, /* b, c */ \"parley\":OURS, \"d\":{}}} |"
                        + " {\"mcpServers\":{\"a\":{} /* b, c */ , \"d\":{}}}",
                "{\"mcpServers\":{\"parley\":OURS /* last, not least */}} |"
                        + " {\"mcpServers\":{ /* last, not least */}}"
            })
    void commentsBesideTheEntryStayWhereTheyAre(String before, String after) throws IOException {
        var ours =
                "{\"url\":\"%s/mcp\",\"headers\":{\"Authorization\":\"Bearer pa_x\"}}"
                        .formatted(hub.url());
        var file = home.resolve(".claude.json");
        Files.writeString(file, before.replace("OURS", ours).replace(";", "\n"));

        assertThat(new TestShell(home).run("connect", "claude", "--remove")).isZero();
        assertThat(file).content().isEqualTo(after.replace(";", "\n"));
        assertThat(JsonMembers.parse(Files.readString(file)).path("mcpServers").has("parley"))
                .isFalse();
    }

    @Test
    void whatCodexPutsBeforeTheClosingCommentStays() throws IOException {
        var folder = Files.createDirectories(home.resolve(".codex"));
        var file = Files.writeString(folder.resolve("config.toml"), "model = \"x\"\n");
        assertThat(new TestShell(home).run("connect", "codex", "--write")).isZero();
        var theirs = "# mine\n[projects.\"/srv/shop\"]\ntrust_level = \"trusted\"\n";
        Files.writeString(
                file,
                Files.readString(file)
                        .replace(
                                "# parley: end",
                                "enabled = true\n\n[mcp_servers.parley.tools]\na = 1\n\n"
                                        + theirs
                                        + "# parley: end"));

        assertThat(new TestShell(home).run("connect", "codex", "--write")).isZero();
        assertThat(file)
                .content()
                .contains(theirs + "\n# parley: begin")
                .containsOnlyOnce("parley: end");
        assertThat(new TestShell(home).run("connect", "codex", "--remove")).isZero();
        assertThat(file).content().isEqualTo("model = \"x\"\n\n" + theirs);
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[mcp_servers.parley]\nurl = \"mine\"\n",
                "[mcp_servers.\"parley\"]\nurl = \"mine\"\n",
                "[mcp_servers]\nparley.command = \"mine\"\n",
                "mcp_servers = { gh = { command = \"x\" } }\n",
                "[[mcp_servers]]\nname = \"x\"\n",
                "model = \n"
            })
    void aTomlFileThatHasNoPlaceForOursIsLeftAloneAndNoTokenIsMade(String mine) throws IOException {
        var folder = Files.createDirectories(home.resolve(".codex"));
        var file = Files.writeString(folder.resolve("config.toml"), mine);
        var shell = new TestShell(home);

        assertThat(shell.run("connect", "codex", "--write")).isEqualTo(1);
        assertThat(shell.err()).contains(file.toString(), "nothing was changed");
        assertThat(hub.asked()).isEmpty();
        assertThat(file).content().isEqualTo(mine);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ broken | , line 1: not valid JSON (Unexpected character ('b' (code 98)):"
                        + " was expecting double-quote to start field name)",
                "{ \"a\": 1 | , line 1: not valid JSON (Unexpected end-of-input: expected close marker for"
                        + " Object)",
                "{\"mcpServers\": null} | : mcpServers must be an object",
                "{\"mcpServers\": []} | : mcpServers must be an object",
                "[] | : it must hold an object",
                "{} {} | , line 1: not valid JSON",
                "{\"mcpServers\":{\"parley\":{\"url\":\"http://elsewhere/mcp\"}}} |"
                        + " has a mcpServers.parley that ./parley connect did not write"
            })
    void aJsonFileThatHasNoPlaceForOursIsLeftAloneAndNoTokenIsMade(String mine, String why)
            throws IOException {
        var file = Files.writeString(home.resolve(".claude.json"), mine);
        var shell = new TestShell(home);

        assertThat(shell.run("connect", "claude", "--write")).isEqualTo(1);
        assertThat(shell.err())
                .contains(file.toString(), why, "nothing was changed")
                .doesNotContain("REDACTED");
        assertThat(shell.run("connect", "claude", "--remove")).isEqualTo(1);
        assertThat(hub.asked()).isEmpty();
        assertThat(file).content().isEqualTo(mine);
    }

    @Test
    void whatWasPutIntoATomlFileByHandIsNotTakenOut() throws IOException {
        var shown = new TestShell(home);
        assertThat(shown.run("connect", "codex")).isZero();
        var folder = Files.createDirectories(home.resolve(".codex"));
        var file = Files.writeString(folder.resolve("config.toml"), shown.out());
        var shell = new TestShell(home);

        assertThat(shell.run("connect", "codex", "--remove")).isEqualTo(1);
        assertThat(shell.err()).contains("did not write; take it out first");
        assertThat(file).content().isEqualTo(shown.out());
    }

    @Test
    void aTokenThatCouldNotBeWrittenDownIsRevoked() throws IOException {
        var folder = Files.createDirectories(home.resolve(".cursor"));
        Files.writeString(folder.resolve("mcp.json"), "{}");
        Files.createDirectories(folder.resolve("mcp.json.parley-new/in-the-way"));
        var shell = new TestShell(home);

        assertThat(shell.run("connect", "cursor", "--write")).isEqualTo(1);
        assertThat(shell.err()).contains("revoked tok_1");
    }

    @ParameterizedTest
    @CsvSource({
        "claude, CLAUDE_CONFIG_DIR, .claude.json",
        "codex, CODEX_HOME, config.toml",
        "opencode, XDG_CONFIG_HOME, opencode/opencode.json"
    })
    void aFolderThatItsOwnerHasMovedIsFound(String client, String variable, String file) {
        var shell = new TestShell(home).variable(variable, home.resolve("moved").toString());

        assertThat(shell.run("connect", client, "--write")).isZero();
        assertThat(home.resolve("moved").resolve(file)).content().contains("pa_new");
    }

    @Test
    void aFileThatOthersMayReadIsNamed() throws IOException {
        var file = Files.writeString(home.resolve(".claude.json"), "{}");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        var shell = new TestShell(home);

        assertThat(shell.run("connect", "claude", "--write")).isZero();
        assertThat(shell.err())
                .contains("others on this machine may read ~/.claude.json", "chmod 600 " + file);
    }

    @Test
    void whoeverPrintsAgainIsToldOfTheTokensBefore() {
        hub.on(
                "GET /api/tokens",
                200,
                """
                {"items":[{"token_id":"tok_a","agent":"claude","role":"worker"},
                          {"token_id":"tok_b","agent":"codex","role":"worker"},
                          {"token_id":"tok_c","agent":"claude","role":"worker"}]}""");
        var shell = new TestShell(home);

        assertThat(shell.run("connect", "claude")).isZero();
        assertThat(shell.err())
                .contains(
                        "claude is let in with 2 older tokens as well, the newest of them tok_c;"
                                + " ./parley token list shows them, token revoke ends one\n");
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

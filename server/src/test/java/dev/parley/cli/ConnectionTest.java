package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionTest {
    @TempDir Path home = Path.of("");

    @Test
    void withoutAHubTheCommandSaysHowToStartOne() {
        var shell = new TestShell(home);

        assertThat(shell.run("usage")).isEqualTo(1);
        assertThat(shell.run("usage", "--data", home.resolve("lab").toString())).isEqualTo(1);
        assertThat(shell.err())
                .isEqualTo(
                        """
                        parley: no hub is running on ~/.parley; start one with ./parley serve
                        parley: no hub is running on ~/lab; start one with ./parley serve --data ~/lab
                        """);
    }

    @Test
    void theOwnersTokenIsNotSentToTheAddressOfAHubThatHasEnded() throws IOException {
        try (var stranger = new ScriptedHub()) {
            var data = Files.createDirectories(home.resolve(".parley"));
            Files.writeString(data.resolve("owner.token"), "pa_owner");
            // The number of its process is in use again: it is ours.
            Files.writeString(
                    data.resolve("parley.lock"),
                    "{\"pid\":"
                            + ProcessHandle.current().pid()
                            + ",\"url\":\""
                            + stranger.url()
                            + "\"}");
            var shell = new TestShell(home);

            assertThat(shell.run("usage")).isEqualTo(1);
            assertThat(shell.err()).contains("no hub is running on ~/.parley");
            assertThat(stranger.asked()).isEmpty();
        }
    }

    @Test
    void whoeverNeverHadAHubMeansTheDemoThatRuns() throws IOException {
        try (var demo = new ScriptedHub()) {
            demo.moveInto(home.resolve(".parley-demo"));
            var shell = new TestShell(home);
            shell.run("usage");
            assertThat(demo.asked()).hasSize(1);

            Files.createDirectories(home.resolve(".parley"));
            assertThat(shell.run("usage")).isEqualTo(1);
            assertThat(shell.err())
                    .contains("no hub is running on ~/.parley;")
                    .contains("the demo's has --data ~/.parley-demo");
            assertThat(demo.asked()).as("somebody's own hub is not the demo's").hasSize(1);
        }
    }

    @Test
    void theHomeIsPutInPlaceOfATildeThatTheShellHasLeft() {
        var shell = new TestShell(home).variable("PARLEY_DATA", "~/lab");

        assertThat(shell.run("usage")).isEqualTo(1);
        assertThat(shell.run("usage", "--data=~/other")).isEqualTo(1);
        assertThat(shell.err()).contains("on ~/lab;", "on ~/other;");
    }

    @Test
    void theOwnersTokenIsNotSentToAnotherMachine() throws IOException {
        Files.createDirectories(home.resolve(".parley"));
        Files.writeString(home.resolve(".parley/owner.token"), "pa_owner");
        var shell = new TestShell(home).variable("PARLEY_URL", "http://192.0.2.1:7420");

        assertThat(shell.run("usage")).isEqualTo(1);
        assertThat(shell.err())
                .isEqualTo(
                        """
                        parley: a token for http://192.0.2.1:7420 is needed; give it with --token \
                        or PARLEY_TOKEN
                        """);
    }

    @Test
    void anAddressWithoutItsHttpIsNoneRatherThanAnotherMachine() {
        var shell = new TestShell(home);

        assertThat(shell.run("usage", "--url", "localhost:7420")).isEqualTo(2);
        assertThat(shell.run("usage", "--url", "127.0.0.1:7420")).isEqualTo(2);
        assertThat(shell.run("usage", "--url", "ftp://localhost")).isEqualTo(2);
        assertThat(shell.err().lines())
                .hasSize(3)
                .allMatch(line -> line.contains("a hub's address is http://host:port"));
    }

    @Test
    void aRunningHubIsNamedBesideTheConfiguration() {
        try (var hub = new ScriptedHub()) {
            hub.moveInto(home.resolve(".parley"));
            var shell = new TestShell(home);

            var data = home.resolve(".parley").toString();
            assertThat(shell.run("config", "check", "--data", data)).isZero();
            assertThat(shell.out()).contains("7420");
            assertThat(shell.err())
                    .isEqualTo(
                            "parley: the hub that runs on ~/.parley listens on "
                                    + hub.url()
                                    + ", whatever it would be started with now\n");
        }
    }

    @Test
    void aRefusedTokenIsNamedByWhereItCameFrom() {
        try (var hub = new ScriptedHub()) {
            hub.moveInto(home.resolve(".parley"));
            hub.on("GET /api/usage", 401, "{\"code\":\"unauthenticated\"}");
            var shell = new TestShell(home);

            assertThat(shell.run("usage")).isEqualTo(1);
            assertThat(shell.err())
                    .isEqualTo(
                            "parley: the hub at "
                                    + hub.url()
                                    + " does not know the token from ~/.parley/owner.token; give"
                                    + " another with --token or PARLEY_TOKEN\n");
        }
    }

    @Test
    void flagsWinOverTheEnvironmentAndTheEnvironmentOverTheFolder() {
        try (var hub = new ScriptedHub()) {
            hub.on("GET /api/usage", 200, "{\"items\":[],\"totals\":{}}");
            var shell =
                    new TestShell(home)
                            .variable("PARLEY_URL", "http://127.0.0.1:1")
                            .variable("PARLEY_TOKEN", "pa_env");

            assertThat(shell.run("usage", "--url", hub.url().toString())).isZero();
            assertThat(shell.run("usage", "--url", hub.url().toString(), "--token", "pa_flag"))
                    .isZero();
            assertThat(hub.asked())
                    .extracting(ScriptedHub.Asked::authorization)
                    .containsExactly("Bearer pa_env", "Bearer pa_flag");
        }
    }

    @Test
    void anAddressWhereNobodyAnswersIsSaidInOneSentence() {
        var shell = new TestShell(home).variable("PARLEY_TOKEN", "t");

        assertThat(shell.run("usage", "--url", "http://127.0.0.1:1")).isEqualTo(1);
        assertThat(shell.run("usage", "--url", "127.0.0.1:1")).isEqualTo(2);
        assertThat(shell.err())
                .contains(
                        "parley: the hub at http://127.0.0.1:1 cannot be reached: connection"
                                + " refused; is it running? ./parley serve starts one\n")
                .hasLineCount(2);
    }
}

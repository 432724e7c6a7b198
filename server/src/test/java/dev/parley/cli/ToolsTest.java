package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolsTest {
    @TempDir Path home = Path.of("");
    private final ScriptedHub hub = new ScriptedHub();

    @BeforeEach
    void aHubRuns() {
        hub.moveInto(home.resolve(".parley"));
        hub.on(
                "GET /api/tools",
                200,
                """
                {"items":[{"name":"files__read","class":"read","needs_approval":false,
                           "allowed":true,"reason":null},
                          {"name":"files__rm","class":"mutating","needs_approval":true,
                           "allowed":false,"reason":"a manager only reads"}],
                 "next":null,"unavailable":{"web":"tool server web is not available"}}""");
    }

    @AfterEach
    void theHubEnds() {
        hub.close();
    }

    @Test
    void toolsAreListedWithWhoMayUseThemAndWhatIsWrong() {
        var shell = new TestShell(home);

        assertThat(shell.run("tools", "--agent", "bob")).isZero();
        assertThat(shell.out())
                .startsWith(
                        """
                        TOOL         CLASS     APPROVAL     ALLOWED  WHY NOT
                        files__read  read      -            yes      -
                        files__rm    mutating  by a person  no       a manager only reads
                        """);
        assertThat(shell.out() + shell.err()).contains("tool server web is not available");
    }

    @Test
    void whoHasNoToolServersIsToldHowToHaveSome() {
        hub.on("GET /api/tools", 200, "{\"items\":[],\"next\":null,\"unavailable\":{}}");
        var shell = new TestShell(home);

        assertThat(shell.run("tools")).isZero();
        assertThat(shell.out() + shell.err()).contains("tools: in parley.yaml");
    }
}

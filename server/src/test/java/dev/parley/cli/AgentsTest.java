package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgentsTest {
    @TempDir Path home = Path.of("");
    private final ScriptedHub hub = new ScriptedHub();

    @BeforeEach
    void aHubRuns() {
        hub.moveInto(home.resolve(".parley"));
        hub.on(
                "GET /api/agents",
                200,
                """
                {"items":[{"agent":"Agent \\u001b[1mB","description":"","capabilities":[],
                           "parent":"lead","tool_role":null,"online":false,"instances_online":0,
                           "state":null,"seen_seconds_ago":7300},
                          {"agent":"lead","description":"leads","capabilities":["plan","pcb"],
                           "parent":null,"tool_role":"manager","online":true,
                           "instances_online":2,"state":"busy","seen_seconds_ago":4},
                          {"agent":"new","capabilities":[]},
                          {"agent":"seen","online":true,"instances_online":1,"state":"start",
                           "seen_seconds_ago":1}],"next":null}""");
    }

    @AfterEach
    void theHubEnds() {
        hub.close();
    }

    @Test
    void agentsAreListedWithWhoIsThereAndWhatTheyDo() {
        var shell = new TestShell(home);

        assertThat(shell.run("agents")).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        """
                        AGENT        PRESENCE   STATE  SEEN     PARENT  CAPABILITIES
                        Agent ␛[1mB  offline    -      2 h ago  lead    -
                        lead         online ×2  busy   4 s ago  -       plan pcb
                        new          offline    -      -        -       -
                        seen         online     start  1 s ago  -       (no card)
                        """);
    }

    @Test
    void aRealHubSaysTheSame() {
        try (var parley = TestParley.start()) {
            var bob = parley.agent("Agent B");
            bob.put("/api/agents/Agent%20B", "{\"capabilities\":[\"pcb\"]}").expect(201);
            bob.post("/api/agents/Agent%20B/instances/api/state", "{\"state\":\"idle\"}")
                    .expect(200);
            parley.owner().post("/api/tasks/claim", "{\"agent_name\":\"echo\"}").expect(200);
            parley.watch(Duration.ofSeconds(5));
            var shell = new TestShell(home);

            var owner = parley.owner().token();
            assertThat(shell.run("agents", "--url", parley.url(), "--token", owner)).isZero();
            assertThat(shell.out())
                    .isEqualTo(
                            """
                            AGENT    PRESENCE  STATE  SEEN     PARENT  CAPABILITIES
                            Agent B  online    idle   5 s ago  -       pcb
                            echo     online    start  5 s ago  -       (no card)
                            """);
        }
    }

    @Test
    void scriptsGetJson() {
        var shell = new TestShell(home);

        assertThat(shell.run("agents", "--json")).isZero();
        assertThat(shell.out()).contains("\"agent\"", "\"seen_seconds_ago\"", "\"items\"");
    }
}

package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {
    @TempDir Path home = Path.of("");
    private final ScriptedHub hub = new ScriptedHub();

    @BeforeEach
    void aHubRuns() {
        hub.moveInto(home.resolve(".parley"));
    }

    @AfterEach
    void theHubEnds() {
        hub.close();
    }

    @Test
    void aSoundStoreIsOk() {
        hub.on(
                "GET /api/check",
                200,
                """
                {"ok":true,"findings":[],"counts":{"runs":3,"messages":120}}""");
        var shell = new TestShell(home);

        assertThat(shell.run("check")).isZero();
        assertThat(shell.out()).isEqualTo("ok (runs 3, messages 120)\n");
    }

    @Test
    void everyFindingIsALineAndTheCommandFails() {
        hub.on(
                "GET /api/check",
                200,
                """
                {"ok":false,"counts":{},"findings":[
                 "run_1 lacks seq 3",{"code":"digest","detail":"blob_1 differs"},{"x":1}]}""");
        var shell = new TestShell(home);

        assertThat(shell.run("check")).isEqualTo(1);
        assertThat(shell.out())
                .isEqualTo(
                        """
                        run_1 lacks seq 3
                        blob_1 differs
                        {"x":1}
                        not ok: 3 findings
                        """);
    }

    @Test
    void usageIsATableOrJson() {
        hub.on(
                "GET /api/usage",
                200,
                """
                {"items":[{"kind":"message","messages":12,"bytes":2048}],
                 "totals":{"database_bytes":4096,"blob_bytes":0}}""");
        var shell = new TestShell(home);

        assertThat(shell.run("usage")).isZero();
        assertThat(shell.run("usage", "--json")).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        """
                        KIND     MESSAGES  SIZE
                        message  12        2.0 KiB
                        on disk: database 4.0 KiB, blobs 0 B
                        {"items":[{"kind":"message","messages":12,"bytes":2048}],\
                        "totals":{"database_bytes":4096,"blob_bytes":0}}
                        """);
    }
}

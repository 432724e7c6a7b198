package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditTest {
    private static final String HASH = "ab".repeat(32);

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
    void entriesAreATable() {
        hub.on(
                "GET /api/audit",
                200,
                """
                {"items":[{"n":8,"created_at":1772366400.5,"space":"default","principal":"agent:bob",
                 "token_id":"tok_1","action":"GET /api/tokens","target":"","outcome":"forbidden",
                 "count":5,"detail":"this needs \\u001b[31m another role"},
                 {"n":7,"created_at":1772366400,"principal":"person:ann","action":"POST /api/runs",
                 "target":"run_1","outcome":"ok","count":1,"detail":""}],"next":null}""");
        var shell = new TestShell(home);

        assertThat(shell.run("audit", "--principal", "x y", "--since", "2026-03-01")).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        """
                        N  TIME                 WHO         OUTCOME       ACTION           TARGET  DETAIL
                        8  2026-03-01 12:00:00  agent:bob   forbidden x5  GET /api/tokens          this needs ␛[31m another role
                        7  2026-03-01 12:00:00  person:ann  ok            POST /api/runs   run_1
                        """);
        assertThat(hub.asked().getFirst().toString())
                .contains("limit=50&principal=x%20y&since=1772323200.000");
    }

    @Test
    void aWholeChainIsOk() {
        hub.on(
                "GET /api/audit/verify",
                200,
                "{\"ok\":true,\"entries\":8,\"head\":\"8:" + HASH + "\",\"fault\":null}");
        var shell = new TestShell(home);

        assertThat(shell.run("audit", "verify", "--head", "3:" + HASH)).isZero();
        assertThat(shell.out()).isEqualTo("ok (entries 8, head 8:" + HASH + ")\n");
    }

    @Test
    void theFirstThingThatIsWrongIsNamedAndTheCommandFails() {
        hub.on(
                "GET /api/audit/verify",
                200,
                """
                {"ok":false,"entries":6,"head":"6:x","fault":
                 {"kind":"cut_off","n":7,"detail":"the chain ends at 6, but once reached 8"}}""");
        var shell = new TestShell(home);

        assertThat(shell.run("audit", "verify")).isEqualTo(1);
        assertThat(shell.out())
                .isEqualTo("not ok: entry 7 is cut off: the chain ends at 6, but once reached 8\n");
    }

    @Test
    void whatIsNoHeadAndNoTimeIsNotUnderstood() {
        var shell = new TestShell(home);

        assertThat(shell.run("audit", "verify", "--head", "8")).isEqualTo(2);
        assertThat(shell.run("audit", "--since", "yesterday")).isEqualTo(2);
        assertThat(shell.run("audit", "--limit", "0")).isEqualTo(2);
        assertThat(hub.asked()).isEmpty();
    }

    @Test
    void timesAreReadAsPeopleWriteThem() {
        var now = Instant.parse("2026-03-01T12:00:00Z");
        assertThat(Since.read("90s", now, ZoneOffset.UTC)).isEqualTo("2026-03-01T11:58:30Z");
        assertThat(Since.read("30m", now, ZoneOffset.UTC)).isEqualTo("2026-03-01T11:30:00Z");
        assertThat(Since.read("24h", now, ZoneOffset.UTC)).isEqualTo("2026-02-28T12:00:00Z");
        assertThat(Since.read("7d", now, ZoneOffset.UTC)).isEqualTo("2026-02-22T12:00:00Z");
        assertThat(Since.read("2026-02-28T01:02:03Z", now, ZoneOffset.UTC))
                .isEqualTo("2026-02-28T01:02:03Z");
    }
}

package dev.parley.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.store.sqlite.SqliteDialect;
import dev.parley.store.sqlite.SqliteStores;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The chain's head is repeated where whoever changes the database does not reach. */
class HeadsTest {
    @TempDir private Path folder;

    @Test
    void aBackupNamesTheHeadOfItsChain() throws IOException {
        try (var parley = TestParley.start()) {
            var backup = parley.owner().get("/api/backup").expect(200).body();
            try (var zip = new ZipInputStream(new ByteArrayInputStream(backup))) {
                assertThat(zip.getNextEntry().getName()).isEqualTo("manifest.json");
                var head = Json.parseObject(zip.readAllBytes()).path("audit_head").asText();
                parley.person("ann").run("{}");

                var verdict = parley.owner().get("/api/audit/verify?head=" + head).expect(200);
                assertThat(verdict.text()).contains("\"ok\":true");
                var other = "1:" + "0".repeat(64);
                assertThat(parley.owner().get("/api/audit/verify?head=" + other).text())
                        .contains("\"ok\":false", "\"kind\":\"changed\"");
                parley.owner().get("/api/audit/verify?head=x").expect(Problem.BAD_VALUE);
            }
        }
    }

    @Test
    void theLogTellsTheHeadAtTheEndAndAtTheNextStart() {
        var before = System.err;
        var log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try (var store = new SqliteStores(folder).open()) {
            try (var audit = new Audit(store, InstantSource.system()).start()) {
                audit.act(Happening.ofHub("start", "", ""));
            }
            var head = "head=" + store.read(Head::read);
            assertThat(log.toString(StandardCharsets.UTF_8)).contains(head);
            log.reset();
            new Audit(store, InstantSource.system()).start().close();
            assertThat(log.toString(StandardCharsets.UTF_8))
                    .containsOnlyOnce("event=audit-head when=start " + head)
                    .doesNotContain("when=stop");
        } finally {
            System.setErr(before);
        }
    }

    @Test
    void refusalsWhoseMinuteHasNotEndedAreKeptWhenTheHubStops() throws Exception {
        try (var parley = TestParley.start()) {
            parley.agent("bob").get("/api/tokens").expect(Problem.FORBIDDEN);
            parley.stop();
            var file = parley.folder().resolve("parley.db");
            try (var dialect = new SqliteDialect(file, SqliteDialect.Synchronous.FULL);
                    var sql = dialect.openReader()) {
                assertThat(sql.number("SELECT count(*) FROM audit WHERE outcome = 'forbidden'"))
                        .isEqualTo(1);
            }
        }
    }
}

package dev.parley.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestClock;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Space;
import dev.parley.store.Query;
import dev.parley.store.blob.Blobs;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.store.table.BlobTable;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A check on one node looks at a moment that is past on the others. */
class BlobCheckTest {
    private final TestClock clock = new TestClock();
    private final PostgresStores stores = new PostgresStores();

    @Test
    void aBlobThatAnotherNodeCollectsDuringTheCheckIsNotMissed() throws Exception {
        try (var store = stores.open(clock, _ -> {})) {
            var there =
                    new Blobs(
                            store, stores.blobs(), Blobs.Limits.DEFAULT, Ids.random(clock), clock);
            upload(there);
            clock.advance(Duration.ofDays(2));
            var findings = new Findings();
            Query<Boolean> check =
                    sql -> {
                        assertThat(sql.number("SELECT count(*) FROM blobs")).isEqualTo(1);
                        assertThat(there.collect()).isEqualTo(1);
                        new BlobCheck(sql, stores.blobs(), new References(), findings).examine();
                        return true;
                    };
            assertThat(stores.dialect().frozen(check)).isTrue();
            assertThat(findings.shown()).isEmpty();
        }
    }

    @Test
    void aBlobWhoseBytesAreGoneIsReported() throws Exception {
        try (var store = stores.open(clock, _ -> {})) {
            var bytes = stores.blobs();
            var blobs = new Blobs(store, bytes, Blobs.Limits.DEFAULT, Ids.random(clock), clock);
            bytes.delete(upload(blobs).key());
            var findings = new Findings();
            store.read(
                    sql -> {
                        new BlobCheck(sql, bytes, new References(), findings).examine();
                        return true;
                    });
            assertThat(findings.shown()).hasSize(1);
        }
    }

    private static BlobTable.Row upload(Blobs blobs) {
        var content = new ByteArrayInputStream(new byte[] {1, 2, 3});
        return blobs.store(Space.DEFAULT, "test", "text/plain", content);
    }
}

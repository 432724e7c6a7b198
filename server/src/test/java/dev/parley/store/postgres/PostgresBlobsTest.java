package dev.parley.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.BlobId;
import dev.parley.protocol.Space;
import dev.parley.store.blob.BlobBytes;
import dev.parley.store.table.BlobKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However many clients are slow, the database keeps its connections for others. */
@Timeout(60)
class PostgresBlobsTest {
    private static final int CLIENTS = 20;
    private static final int SIZE = 2 * PostgresBlobs.CHUNK + 1;

    private final PostgresStores stores = new PostgresStores();
    private final BlobBytes blobs = stores.blobs();

    @Test
    void slowReadersHoldNoConnections() throws Exception {
        upload(key(0));
        var streams = new ArrayList<InputStream>();
        for (int i = 0; i < CLIENTS; i++) {
            var stream = blobs.open(key(0), 0);
            assertThat(stream.read()).isEqualTo(7);
            streams.add(stream);
        }
        awaitNoConnection();
        for (var stream : streams) {
            assertThat(stream.readAllBytes()).hasSize(SIZE - 1);
            stream.close();
        }
    }

    @Test
    void slowWritersHoldNoConnections() throws Exception {
        var uploads = new ArrayList<BlobBytes.Upload>();
        for (int i = 0; i < CLIENTS; i++) {
            var upload = blobs.begin(key(i));
            upload.stream().write(content());
            uploads.add(upload);
        }
        awaitNoConnection();
        for (var upload : uploads) {
            upload.finish();
            upload.close();
        }
        assertThat(read(key(CLIENTS - 1))).isEqualTo(content());
    }

    @Test
    void manyAtOnceTakeTurns() throws Exception {
        upload(key(0));
        var read = IntStream.range(0, CLIENTS).parallel().mapToObj(_ -> read(key(0))).toList();
        assertThat(read).hasSize(CLIENTS).allMatch(bytes -> bytes.length == SIZE);
    }

    private static BlobKey key(int n) {
        return new BlobKey(Space.DEFAULT, new BlobId("blob_" + n));
    }

    private static byte[] content() {
        var content = new byte[SIZE];
        content[0] = 7;
        return content;
    }

    private void upload(BlobKey key) throws IOException {
        try (var upload = blobs.begin(key)) {
            upload.stream().write(content());
            upload.finish();
        }
    }

    private byte[] read(BlobKey key) {
        try (var stream = blobs.open(key, 0)) {
            return stream.readAllBytes();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** A server takes a moment to notice that a connection was closed. */
    private void awaitNoConnection() throws SQLException {
        try (var sql = new PostgresStores().dialect().connect()) {
            while (sql.number(
                            "SELECT count(*) FROM pg_stat_activity WHERE datname = ?",
                            stores.name())
                    > 0) {
                assertThat(Thread.interrupted()).as("time is up").isFalse();
                LockSupport.parkNanos(1_000_000);
            }
        }
    }
}

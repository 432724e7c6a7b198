package dev.parley.store.postgres;

import dev.parley.protocol.BlobId;
import dev.parley.protocol.Space;
import dev.parley.store.Query;
import dev.parley.store.Sql;
import dev.parley.store.blob.BlobBytes;
import dev.parley.store.table.BlobKey;
import dev.parley.store.table.BlobTable;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The bytes of blobs in the shared database, cut into chunks that are committed one by one. Each
 * chunk has a connection for a moment only: whoever is slow at the other end holds none meanwhile.
 */
public final class PostgresBlobs implements BlobBytes {
    static final int CHUNK = 256 << 10;

    /** How many chunks are on their way at once; others wait for their turn. */
    private static final int MAX_CONNECTIONS = 4;

    private static final Duration MAX_WAIT = Duration.ofSeconds(30);
    private static final String TOO_MANY_CONNECTIONS = "53300";

    private final PostgresDialect dialect;
    private final Semaphore turns = new Semaphore(MAX_CONNECTIONS, true);

    public PostgresBlobs(PostgresDialect dialect) {
        this.dialect = dialect;
    }

    @Override
    public Upload begin(BlobKey key) {
        return new ChunkUpload(key);
    }

    @Override
    public InputStream open(BlobKey key, long from) {
        return new ChunkStream(key, from);
    }

    @Override
    public void delete(BlobKey key) throws IOException {
        briefly(
                sql ->
                        sql.update(
                                "DELETE FROM blob_chunks WHERE space = ? AND blob_id = ?",
                                key.space().value(),
                                key.blob().value()));
    }

    @Override
    public void sweep(String olderThan, Predicate<BlobKey> known) throws IOException {
        for (var orphan : briefly(sql -> orphans(sql, olderThan))) {
            if (!known.test(orphan)) {
                delete(orphan);
            }
        }
    }

    @Override
    public boolean isForgotten(BlobKey key) throws IOException {
        return briefly(sql -> BlobTable.TABLE.find(sql, key)).isEmpty();
    }

    private static List<BlobKey> orphans(Sql sql, String olderThan) throws SQLException {
        return sql.rows(
                "SELECT space, blob_id FROM blob_chunks c WHERE n = 0 AND blob_id < ?"
                        + " AND NOT EXISTS (SELECT 1 FROM blobs b"
                        + " WHERE b.space = c.space AND b.blob_id = c.blob_id)",
                row -> new BlobKey(new Space(row.getString(1)), new BlobId(row.getString(2))),
                olderThan);
    }

    private <R> R briefly(Query<R> query) throws IOException {
        try {
            awaitTurn();
            try (var sql = dialect.connect()) {
                return query.read(sql);
            } finally {
                turns.release();
            }
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }

    private void awaitTurn() throws SQLException, InterruptedIOException {
        try {
            if (!turns.tryAcquire(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new SQLException("no connection is free for a blob", TOO_MANY_CONNECTIONS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for a connection");
        }
    }

    /** Gathers what is written into chunks; every chunk but the last is full. */
    private final class ChunkUpload extends OutputStream implements Upload {
        private final BlobKey key;
        private final ByteArrayOutputStream chunk = new ByteArrayOutputStream(CHUNK);
        private long next;

        ChunkUpload(BlobKey key) {
            this.key = key;
        }

        @Override
        public OutputStream stream() {
            return this;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            for (int done = 0; done < length; ) {
                int take = Math.min(length - done, CHUNK - chunk.size());
                chunk.write(bytes, offset + done, take);
                done += take;
                if (chunk.size() == CHUNK) {
                    send();
                }
            }
        }

        @Override
        public void finish() throws IOException {
            if (chunk.size() > 0 || next == 0) {
                send();
            }
        }

        private void send() throws IOException {
            briefly(
                    sql ->
                            sql.update(
                                    "INSERT INTO blob_chunks (space, blob_id, n, bytes)"
                                            + " VALUES (?, ?, ?, ?)",
                                    key.space().value(),
                                    key.blob().value(),
                                    next,
                                    chunk.toByteArray()));
            next++;
            chunk.reset();
        }

        @Override
        public void close() {
            // What was not finished is swept.
        }
    }

    /** Reads chunk after chunk. */
    private final class ChunkStream extends InputStream {
        private final BlobKey key;
        private InputStream chunk = InputStream.nullInputStream();
        private long next;
        private long skip;

        ChunkStream(BlobKey key, long from) {
            this.key = key;
            this.next = from / CHUNK;
            this.skip = from % CHUNK;
        }

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = chunk.read(into, offset, length);
            while (count < 0 && advance()) {
                count = chunk.read(into, offset, length);
            }
            return count;
        }

        private boolean advance() throws IOException {
            var bytes =
                    briefly(
                            sql ->
                                    sql.row(
                                            "SELECT bytes FROM blob_chunks"
                                                    + " WHERE space = ? AND blob_id = ? AND n = ?",
                                            row -> row.getBytes(1),
                                            key.space().value(),
                                            key.blob().value(),
                                            next));
            if (bytes.isEmpty()) {
                return false;
            }
            next++;
            chunk = new ByteArrayInputStream(bytes.get());
            chunk.skipNBytes(skip);
            skip = 0;
            return true;
        }
    }
}

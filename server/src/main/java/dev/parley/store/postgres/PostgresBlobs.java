package dev.parley.store.postgres;

import dev.parley.protocol.BlobId;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.blob.BlobBytes;
import dev.parley.store.table.BlobKey;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.SQLException;
import java.util.function.Predicate;

/** The bytes of blobs in the shared database, cut into chunks that are committed one by one. */
public final class PostgresBlobs implements BlobBytes {
    static final int CHUNK = 256 << 10;

    private final PostgresDialect dialect;

    public PostgresBlobs(PostgresDialect dialect) {
        this.dialect = dialect;
    }

    @Override
    public Upload begin(BlobKey key) throws IOException {
        return new ChunkUpload(key, connect());
    }

    @Override
    public InputStream open(BlobKey key, long from) throws IOException {
        return new ChunkStream(key, connect(), from);
    }

    @Override
    public void delete(BlobKey key) throws IOException {
        try (var sql = connect()) {
            sql.update(
                    "DELETE FROM blob_chunks WHERE space = ? AND blob_id = ?",
                    key.space().value(),
                    key.blob().value());
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }

    @Override
    public void sweep(String olderThan, Predicate<BlobKey> known) throws IOException {
        try (var sql = connect()) {
            var orphans =
                    sql.rows(
                            "SELECT space, blob_id FROM blob_chunks c WHERE n = 0 AND blob_id < ?"
                                    + " AND NOT EXISTS (SELECT 1 FROM blobs b"
                                    + " WHERE b.space = c.space AND b.blob_id = c.blob_id)",
                            row ->
                                    new BlobKey(
                                            new Space(row.getString(1)),
                                            new BlobId(row.getString(2))),
                            olderThan);
            for (var orphan : orphans) {
                if (!known.test(orphan)) {
                    delete(orphan);
                }
            }
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }

    private Sql connect() throws IOException {
        try {
            return dialect.connect();
        } catch (SQLException failed) {
            throw new IOException(failed);
        }
    }

    /** Gathers what is written into chunks; every chunk but the last is full. */
    private static final class ChunkUpload extends OutputStream implements Upload {
        private final BlobKey key;
        private final Sql sql;
        private final ByteArrayOutputStream chunk = new ByteArrayOutputStream(CHUNK);
        private long next;

        ChunkUpload(BlobKey key, Sql sql) {
            this.key = key;
            this.sql = sql;
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
            try {
                sql.update(
                        "INSERT INTO blob_chunks (space, blob_id, n, bytes) VALUES (?, ?, ?, ?)",
                        key.space().value(),
                        key.blob().value(),
                        next++,
                        chunk.toByteArray());
            } catch (SQLException failed) {
                throw new IOException(failed);
            }
            chunk.reset();
        }

        @Override
        public void close() throws IOException {
            try {
                sql.close();
            } catch (SQLException failed) {
                throw new IOException(failed);
            }
        }
    }

    /** Reads chunk after chunk. */
    private static final class ChunkStream extends InputStream {
        private final BlobKey key;
        private final Sql sql;
        private InputStream chunk = InputStream.nullInputStream();
        private long next;
        private long skip;

        ChunkStream(BlobKey key, Sql sql, long from) {
            this.key = key;
            this.sql = sql;
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
            try {
                var bytes =
                        sql.row(
                                "SELECT bytes FROM blob_chunks"
                                        + " WHERE space = ? AND blob_id = ? AND n = ?",
                                row -> row.getBytes(1),
                                key.space().value(),
                                key.blob().value(),
                                next++);
                if (bytes.isEmpty()) {
                    return false;
                }
                chunk = new ByteArrayInputStream(bytes.get());
                chunk.skipNBytes(skip);
                skip = 0;
                return true;
            } catch (SQLException failed) {
                throw new IOException(failed);
            }
        }

        @Override
        public void close() throws IOException {
            try {
                sql.close();
            } catch (SQLException failed) {
                throw new IOException(failed);
            }
        }
    }
}

package dev.parley.operate;

import dev.parley.audit.Head;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Schema;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.blob.BlobBytes;
import dev.parley.store.blob.Blobs;
import dev.parley.store.table.BlobTable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes everything as it is at one moment into a zip archive, while the hub goes on working. */
public final class Backup {
    private static final int PAGE = 500;

    /** Each takes as much room as the database, for as long as its client reads. */
    private static final int MAX_COPIES = 2;

    private final Store store;
    private final Blobs blobs;
    private final BlobBytes bytes;
    private final Path folder;
    private final LongWork work;
    private final Semaphore places = new Semaphore(MAX_COPIES);

    public Backup(Store store, Blobs blobs, BlobBytes bytes, Path folder, LongWork work) {
        this.store = store;
        this.blobs = blobs;
        this.bytes = bytes;
        this.folder = folder;
        this.work = work;
    }

    /** Copies the database; what the copy refers to is kept until it is closed. */
    public Copy begin(Instant now) {
        if (!places.tryAcquire()) {
            throw new ParleyException(
                    Problem.TOO_BUSY, MAX_COPIES + " backups are being made already");
        }
        var hold = blobs.hold();
        var file = folder.resolve("frozen-" + UUID.randomUUID() + ".db");
        try {
            return work.call(() -> copy(file, hold, now));
        } catch (ParleyException refused) {
            discard(hold, file);
            throw refused;
        }
    }

    private Copy copy(Path file, Blobs.Hold hold, Instant now) {
        try {
            store.dialect().copyTo(file);
            return new Copy(file, hold, now);
        } catch (SQLException failed) {
            throw new ParleyException(
                    Problem.STORE_FULL, "the database could not be copied", failed);
        }
    }

    /** A moment of the store, on its way out. */
    public final class Copy implements AutoCloseable {
        private final Path file;
        private final Blobs.Hold hold;
        private final Instant now;

        private Copy(Path file, Blobs.Hold hold, Instant now) {
            this.file = file;
            this.hold = hold;
            this.now = now;
        }

        public void writeTo(OutputStream out) throws IOException {
            var zip = new ZipOutputStream(out);
            zip.setLevel(Deflater.BEST_SPEED);
            try (var sql = work.call(() -> store.dialect().openCopy(file))) {
                var manifest =
                        Json.object()
                                .put("format", Archive.FORMAT)
                                .put("schema", Schema.VERSION)
                                .put("epoch", store.epoch())
                                .put("created_at", now.toString())
                                .put("audit_head", work.call(() -> Head.read(sql)).toString());
                entry(zip, Archive.MANIFEST, stream -> stream.write(Json.bytes(manifest)));
                entry(zip, Archive.DATABASE, stream -> Files.copy(file, stream));
                writeBlobs(sql, zip);
            } catch (SQLException failed) {
                throw new IOException(failed);
            }
            entry(zip, Archive.END, _ -> {});
            zip.finish();
        }

        private void writeBlobs(Sql sql, ZipOutputStream zip) throws IOException {
            for (var page = page(sql, "", ""); !page.isEmpty(); page = after(sql, page)) {
                for (var blob : page) {
                    var name = blob.key().space() + "/" + blob.key().blob();
                    try (var content = bytes.open(blob.key(), 0)) {
                        entry(zip, Archive.BLOBS + name, content::transferTo);
                    }
                }
            }
        }

        private List<BlobTable.Row> after(Sql sql, List<BlobTable.Row> page) {
            var last = page.getLast().key();
            return page(sql, last.space().value(), last.blob().value());
        }

        private List<BlobTable.Row> page(Sql sql, String space, String blob) {
            return work.call(() -> BlobTable.TABLE.page(sql, space, blob, PAGE));
        }

        @Override
        public void close() {
            discard(hold, file);
        }
    }

    private void discard(Blobs.Hold hold, Path file) {
        places.release();
        hold.close();
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // It is found and deleted at the next start.
        }
    }

    private static void entry(ZipOutputStream zip, String name, Content content)
            throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        content.writeTo(zip);
        zip.closeEntry();
    }

    /** What an entry of the archive holds. */
    @FunctionalInterface
    private interface Content {
        void writeTo(OutputStream stream) throws IOException;
    }
}

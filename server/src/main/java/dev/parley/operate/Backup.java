package dev.parley.operate;

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
import java.util.UUID;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes everything as it is at one moment into a zip archive, while the hub goes on working. */
public final class Backup {
    private static final int PAGE = 500;

    private final Store store;
    private final Blobs blobs;
    private final BlobBytes bytes;
    private final Path folder;

    public Backup(Store store, Blobs blobs, BlobBytes bytes, Path folder) {
        this.store = store;
        this.blobs = blobs;
        this.bytes = bytes;
        this.folder = folder;
    }

    /** Copies the database; what the copy refers to is kept until it is closed. */
    public Copy begin(Instant now) {
        var hold = blobs.hold();
        var file = folder.resolve("frozen-" + UUID.randomUUID() + ".db");
        try {
            store.dialect().copyTo(file);
            return new Copy(file, hold, now);
        } catch (SQLException failed) {
            discard(hold, file);
            throw new ParleyException(
                    Problem.STORE_FULL, "the database could not be copied", failed);
        } catch (ParleyException refused) {
            discard(hold, file);
            throw refused;
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
            var manifest =
                    Json.object()
                            .put("format", Archive.FORMAT)
                            .put("schema", Schema.VERSION)
                            .put("epoch", store.epoch())
                            .put("created_at", now.toString());
            entry(zip, Archive.MANIFEST, stream -> stream.write(Json.bytes(manifest)));
            entry(zip, Archive.DATABASE, stream -> Files.copy(file, stream));
            try (var sql = store.dialect().openCopy(file)) {
                writeBlobs(sql, zip);
            } catch (SQLException failed) {
                throw new IOException(failed);
            }
            entry(zip, Archive.END, _ -> {});
            zip.finish();
        }

        private void writeBlobs(Sql sql, ZipOutputStream zip) throws SQLException, IOException {
            var space = "";
            var id = "";
            while (true) {
                var page = BlobTable.TABLE.page(sql, space, id, PAGE);
                for (var blob : page) {
                    space = blob.key().space().value();
                    id = blob.key().blob().value();
                    try (var content = bytes.open(blob.key(), 0)) {
                        entry(zip, Archive.BLOBS + space + "/" + id, content::transferTo);
                    }
                }
                if (page.isEmpty()) {
                    return;
                }
            }
        }

        @Override
        public void close() {
            discard(hold, file);
        }
    }

    private static void discard(Blobs.Hold hold, Path file) {
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

package dev.parley.operate;

import dev.parley.protocol.BlobId;
import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.Json;
import dev.parley.store.DataFolder;
import dev.parley.store.Epoch;
import dev.parley.store.PrivateFiles;
import dev.parley.store.Schema;
import dev.parley.store.Store;
import dev.parley.store.blob.FileBlobs;
import dev.parley.store.table.BlobKey;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.function.Function;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Fills an empty folder from a backup. The database gets its name last, so that a restore that was
 * cut short is never taken for a store.
 */
public final class Restore {
    private final DataFolder folder;
    private final Function<Path, Store> open;
    private final Ids ids;

    /**
     * Restores into a folder that is held.
     *
     * @param open opens the restored database, so that its epoch can be renewed
     */
    public Restore(DataFolder folder, Function<Path, Store> open, Ids ids) {
        this.folder = folder;
        this.open = open;
        this.ids = ids;
    }

    /** Restores, and answers with the new epoch; after a failure the folder is empty again. */
    public String from(Path archive) {
        requireEmpty();
        try (var zip = open(archive)) {
            return fill(zip);
        } catch (IOException failed) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    archive + " cannot be restored: " + failed.getMessage(),
                    failed);
        }
    }

    private static ZipFile open(Path archive) throws IOException {
        try {
            return new ZipFile(archive.toFile());
        } catch (ZipException noZip) {
            throw new ParleyException(
                    Problem.BAD_VALUE, archive + " is not a backup of Parley", noZip);
        }
    }

    private String fill(ZipFile zip) throws IOException {
        boolean done = false;
        try {
            requireWhole(zip);
            var unnamed = folder.path().resolve("restoring.db");
            write(zip, Archive.DATABASE, unnamed);
            restoreBlobs(zip);
            var epoch = renewEpoch(unnamed);
            Files.move(unnamed, folder.database(), StandardCopyOption.ATOMIC_MOVE);
            sync(folder.path());
            done = true;
            return epoch;
        } finally {
            if (!done) {
                empty();
            }
        }
    }

    private void empty() throws IOException {
        try (var files = Files.walk(folder.path())) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(folder.path()) && !file.endsWith(DataFolder.LOCK)) {
                    Files.delete(file);
                }
            }
        }
    }

    private void requireEmpty() {
        try (var files = Files.list(folder.path())) {
            var present = files.filter(file -> !file.endsWith(DataFolder.LOCK)).findFirst();
            if (present.isPresent()) {
                throw new ParleyException(
                        Problem.DATA_UNUSABLE,
                        "the folder "
                                + folder.path()
                                + " is not empty; restore into a new one with --data");
            }
        } catch (IOException failed) {
            throw new ParleyException(Problem.DATA_UNUSABLE, "cannot read the folder", failed);
        }
    }

    private static void requireWhole(ZipFile zip) throws IOException {
        var manifest = zip.getEntry(Archive.MANIFEST);
        if (manifest == null || zip.getEntry(Archive.END) == null) {
            throw new IOException("it is not a whole backup of Parley");
        }
        try (var stream = zip.getInputStream(manifest)) {
            var said = Json.parseObject(stream.readAllBytes());
            if (said.path("format").asInt() > Archive.FORMAT
                    || said.path("schema").asInt() > Schema.VERSION) {
                throw new IOException("it was made by a newer Parley");
            }
        }
    }

    private void restoreBlobs(ZipFile zip) throws IOException {
        var blobs = new FileBlobs(folder.blobs());
        for (var entry : zip.stream().toList()) {
            var parts = entry.getName().split("/", -1);
            if (parts.length == 3 && (parts[0] + "/").equals(Archive.BLOBS)) {
                var key = new BlobKey(new Space(parts[1]), new BlobId(parts[2]));
                try (var upload = blobs.begin(key);
                        var content = zip.getInputStream(entry)) {
                    content.transferTo(upload.stream());
                    upload.finish();
                }
            }
        }
    }

    private String renewEpoch(Path database) throws IOException {
        String epoch;
        try (var store = open.apply(database)) {
            epoch = store.write(tx -> Epoch.begin(tx, ids));
        }
        for (var rest : new String[] {"-wal", "-shm"}) {
            if (Files.exists(Path.of(database + rest))
                    && Files.size(Path.of(database + rest)) > 0) {
                throw new IOException("the restored database was not closed cleanly");
            }
        }
        return epoch;
    }

    private static void write(ZipFile zip, String name, Path file) throws IOException {
        var entry = zip.getEntry(name);
        if (entry == null) {
            throw new IOException("it holds no " + name);
        }
        PrivateFiles.createFile(file);
        try (var content = zip.getInputStream(entry);
                var out = Files.newOutputStream(file, StandardOpenOption.WRITE)) {
            content.transferTo(out);
        }
        sync(file);
    }

    private static void sync(Path file) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}

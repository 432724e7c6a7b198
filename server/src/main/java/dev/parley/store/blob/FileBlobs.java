package dev.parley.store.blob;

import dev.parley.protocol.BlobId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Space;
import dev.parley.store.PrivateFiles;
import dev.parley.store.table.BlobKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** One file per blob, beside the embedded store: {@code blobs/<space>/<xx>/<blob_id>}. */
public final class FileBlobs implements BlobBytes {
    private static final String PART = ".part";

    private final Path folder;

    /** Uploads in progress, however long they take. */
    private final Set<BlobKey> uploading = ConcurrentHashMap.newKeySet();

    public FileBlobs(Path folder) {
        this.folder = folder;
    }

    @Override
    public Upload begin(BlobKey key) throws IOException {
        PrivateFiles.createFolder(shard(key));
        return new FileUpload(key);
    }

    @Override
    public InputStream open(BlobKey key, long from) throws IOException {
        var channel = FileChannel.open(file(key), StandardOpenOption.READ);
        channel.position(from);
        return Channels.newInputStream(channel);
    }

    @Override
    public void delete(BlobKey key) throws IOException {
        Files.deleteIfExists(file(key));
    }

    @Override
    public void sweep(String olderThan, Predicate<BlobKey> known) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> files;
        try (var walk = Files.walk(folder, 3)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (var file : files) {
            var key = key(file);
            if (key.isPresent() && isLeft(file, key.get(), olderThan, known)) {
                Files.deleteIfExists(file);
            }
        }
    }

    private boolean isLeft(Path file, BlobKey key, String olderThan, Predicate<BlobKey> known) {
        return key.blob().value().compareTo(olderThan) < 0
                && !uploading.contains(key)
                && (isPart(file) || !known.test(key));
    }

    /** Nobody else keeps bytes here. */
    @Override
    public boolean isForgotten(BlobKey key) {
        return false;
    }

    /** The file of a blob; ids hold no separators, so it always lies below the folder. */
    Path file(BlobKey key) {
        return shard(key).resolve(key.blob().value());
    }

    private Path shard(BlobKey key) {
        var id = key.blob().value();
        var shard = id.substring(Math.max(0, id.length() - 2));
        return folder.resolve(key.space().value()).resolve(shard);
    }

    /** The blob that a file belongs to; none if the file has no name that this class gives. */
    private Optional<BlobKey> key(Path file) {
        var name = file.getFileName().toString();
        var id = isPart(file) ? name.substring(0, name.length() - PART.length()) : name;
        var space = folder.relativize(file).getName(0).toString();
        try {
            var key = new BlobKey(new Space(space), new BlobId(id));
            return Optional.of(key)
                    .filter(_ -> id.startsWith("blob_"))
                    .filter(_ -> file.equals(file(key).resolveSibling(name)));
        } catch (ParleyException _) {
            return Optional.empty();
        }
    }

    private static boolean isPart(Path file) {
        return file.getFileName().toString().endsWith(PART);
    }

    /** A file that gets its name only when its bytes are on disk. */
    private final class FileUpload implements Upload {
        private final BlobKey key;
        private final Path file;
        private final Path part;
        private final FileChannel channel;
        private final OutputStream stream;

        FileUpload(BlobKey key) throws IOException {
            this.key = key;
            this.file = file(key);
            this.part = file.resolveSibling(file.getFileName() + PART);
            this.channel =
                    FileChannel.open(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            this.stream = Channels.newOutputStream(channel);
            uploading.add(key);
        }

        @Override
        public OutputStream stream() {
            return stream;
        }

        @Override
        public void finish() throws IOException {
            channel.force(true);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            for (var above = file.getParent();
                    above != null && above.startsWith(folder);
                    above = above.getParent()) {
                sync(above);
            }
        }

        private static void sync(Path folder) throws IOException {
            try (var directory = FileChannel.open(folder, StandardOpenOption.READ)) {
                directory.force(true);
            }
        }

        @Override
        public void close() throws IOException {
            uploading.remove(key);
            channel.close();
            Files.deleteIfExists(part);
        }
    }
}

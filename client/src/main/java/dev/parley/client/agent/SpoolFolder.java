package dev.parley.client.agent;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.Claim;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A spool on disk: a file for each result, synced before it counts. Each running worker has a
 * numbered folder of its own; whoever starts takes over what a worker that has ended left.
 */
final class SpoolFolder implements Spool {
    private static final int MAX_WORKERS = 256;
    private static final String LOCK = "lock";
    private static final String RESULT = ".result";
    private static final String CLAIM = ".claim";

    private final Path folder;
    private final FileChannel channel;

    private SpoolFolder(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /** The first folder that no other worker uses. */
    static SpoolFolder in(Path root) {
        try {
            for (int number = 0; number < MAX_WORKERS; number++) {
                var folder = Files.createDirectories(root.resolve(Integer.toString(number)));
                var channel = locked(folder);
                if (channel != null) {
                    var spool = new SpoolFolder(folder, channel);
                    spool.takeOver(root, number + 1);
                    return spool;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new IllegalStateException("more than " + MAX_WORKERS + " workers use " + root);
    }

    private static @Nullable FileChannel locked(Path folder) throws IOException {
        var channel =
                FileChannel.open(
                        folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return channel;
            }
        } catch (OverlappingFileLockException _) {
            // another worker of this process has it
        }
        channel.close();
        return null;
    }

    private void takeOver(Path root, int from) throws IOException {
        for (int number = from;
                Files.isDirectory(root.resolve(Integer.toString(number)));
                number++) {
            var other = root.resolve(Integer.toString(number));
            try (var channel = locked(other)) {
                if (channel != null) {
                    for (var file : files(other, RESULT)) {
                        Files.move(
                                file,
                                folder.resolve(file.getFileName()),
                                StandardCopyOption.ATOMIC_MOVE);
                    }
                }
            }
        }
        sync(folder);
    }

    @Override
    public void keep(Finished finished) {
        write(finished.name() + RESULT, Json.bytes(finished.json()));
    }

    @Override
    public void drop(Finished finished) {
        try {
            Files.deleteIfExists(folder.resolve(finished.name() + RESULT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public List<Finished> kept() {
        var kept = new ArrayList<Finished>();
        try {
            for (var file : files(folder, RESULT)) {
                try {
                    kept.add(Finished.read(Json.parseTrusted(Files.readAllBytes(file))));
                } catch (ParleyException e) {
                    Quietly.warn(file + " is no kept result; it is left there", e);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return kept;
    }

    @Override
    public Claim resumed(int slot, Claim fresh) {
        try {
            var key = Files.readString(folder.resolve(slot + CLAIM)).split("\n", 2);
            return key.length == 2 && key[1].equals(asked(fresh))
                    ? new Claim(fresh.agent(), fresh.has(), fresh.lease(), fresh.patience(), key[0])
                    : fresh;
        } catch (NoSuchFileException _) {
            return fresh;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void begin(int slot, Claim claim) {
        write(slot + CLAIM, (claim.key() + "\n" + asked(claim)).getBytes(UTF_8));
    }

    private static String asked(Claim claim) {
        return claim.agent() + " " + claim.has() + " " + claim.lease() + " " + claim.patience();
    }

    /** Whole or not at all, and there after a power cut. */
    private void write(String name, byte[] bytes) {
        var file = folder.resolve(name);
        var fresh = folder.resolve(name + ".new");
        try (var out =
                FileChannel.open(
                        fresh,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.TRUNCATE_EXISTING,
                        StandardOpenOption.WRITE)) {
            var buffer = ByteBuffer.wrap(bytes);
            while (buffer.hasRemaining()) {
                out.write(buffer);
            }
            out.force(true);
            Files.move(
                    fresh,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            sync(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void sync(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static List<Path> files(Path folder, String ending) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

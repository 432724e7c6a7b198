package dev.parley.store;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The folder that holds everything of one hub, held by one process at a time. The lock file tells
 * others who that is and where it answers; only the lock on it tells that this is still so.
 *
 * <p>Some systems drop a process's lock as soon as it closes any other descriptor of the file, so a
 * process never opens the lock file of a folder that it holds: it remembers those.
 */
public final class DataFolder implements AutoCloseable {
    /** The one file that is there before anything else. */
    public static final String LOCK = "parley.lock";

    /** Far behind the text, because some systems keep others from reading what is locked. */
    private static final long LOCKED_BYTE = 1L << 40;

    /** Whoever asks who holds a folder is in the way for a moment; so often it is tried anew. */
    private static final int ATTEMPTS = 3;

    private static final long BETWEEN_ATTEMPTS_MILLIS = 20;

    private static final int MAX_TEXT_BYTES = 4_096;

    /**
     * The folders that this process holds, by their real paths; also guards claiming and asking.
     */
    private static final Map<Path, Holder> HELD = new HashMap<>();

    /** File systems on which locks or syncs are a matter of somebody else's opinion. */
    private static final Set<String> REMOTE =
            Set.of(
                    "nfs",
                    "nfs4",
                    "cifs",
                    "smb",
                    "smb2",
                    "smb3",
                    "smbfs",
                    "afs",
                    "afpfs",
                    "ncpfs",
                    "9p",
                    "ceph",
                    "glusterfs",
                    "lustre",
                    "davfs",
                    "webdav",
                    "fuse.sshfs",
                    "fuse.glusterfs",
                    "fuse.s3fs",
                    "fuse.rclone",
                    "drvfs",
                    "vboxsf",
                    "prl_fs");

    private final Path path;
    private final Path realPath;
    private final FileChannel channel;
    private final FileLock lock;

    private DataFolder(Path path, Path realPath, FileChannel channel, FileLock lock) {
        this.path = path;
        this.realPath = realPath;
        this.channel = channel;
        this.lock = lock;
    }

    /** Takes the folder for this process, making it if need be. */
    public static DataFolder claim(Path path) {
        try {
            PrivateFiles.createFolder(path);
            requireLocal(path, Files.getFileStore(path).type());
            synchronized (HELD) {
                return claim(path, path.toRealPath());
            }
        } catch (IOException failed) {
            throw new ParleyException(
                    Problem.DATA_UNUSABLE,
                    "cannot use the data folder " + path + ": " + failed.getMessage(),
                    failed);
        }
    }

    static void requireLocal(Path path, String fileSystem) {
        if (REMOTE.contains(fileSystem.toLowerCase(Locale.ROOT))) {
            throw new ParleyException(
                    Problem.DATA_UNUSABLE,
                    "the data folder "
                            + path
                            + " is on a network file system ("
                            + fileSystem
                            + "), which cannot promise what is needed; choose a local one with"
                            + " --data, or use PostgreSQL");
        }
    }

    private static DataFolder claim(Path path, Path realPath) throws IOException {
        var here = HELD.get(realPath);
        if (here != null) {
            throw inUse(path, Optional.of(here));
        }
        var channel =
                FileChannel.open(
                        path.resolve(LOCK),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.READ,
                        StandardOpenOption.WRITE);
        var lock = lock(channel);
        if (lock == null) {
            try (channel) {
                throw inUse(path, holder(channel));
            }
        }
        var claimed = new DataFolder(path, realPath, channel, lock);
        // Whatever the last holder left there is not so any more.
        claimed.announce("");
        return claimed;
    }

    private static @Nullable FileLock lock(FileChannel channel) throws IOException {
        for (int attempt = 1; ; attempt++) {
            var lock = channel.tryLock(LOCKED_BYTE, 1, false);
            if (lock != null || attempt == ATTEMPTS) {
                return lock;
            }
            try {
                Thread.sleep(BETWEEN_ATTEMPTS_MILLIS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return null;
            }
        }
    }

    private static ParleyException inUse(Path path, Optional<Holder> holder) {
        return new ParleyException(
                Problem.DATA_IN_USE,
                "the data folder "
                        + path
                        + " is in use by "
                        + holder.map(held -> "process " + held.pid() + held.at())
                                .orElse("another process"));
    }

    /**
     * Who holds a folder.
     *
     * @param url where it answers; empty as long as it does not
     */
    public record Holder(long pid, String url) {
        private String at() {
            return url.isEmpty() ? "" : " (" + url + ")";
        }
    }

    /** Who holds the folder right now; nobody when whoever held it has ended, however it ended. */
    public static Optional<Holder> running(Path path) {
        try {
            synchronized (HELD) {
                var here = HELD.get(path.toRealPath());
                return here == null ? elsewhere(path) : Optional.of(here);
            }
        } catch (NoSuchFileException _) {
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Asks with a shared lock, so that others can ask at the same time. */
    private static Optional<Holder> elsewhere(Path path) throws IOException {
        try (var channel = FileChannel.open(path.resolve(LOCK), StandardOpenOption.READ);
                var free = channel.tryLock(LOCKED_BYTE, 1, true)) {
            return free == null ? holder(channel) : Optional.empty();
        }
    }

    private static Optional<Holder> holder(FileChannel channel) throws IOException {
        var text = ByteBuffer.allocate(MAX_TEXT_BYTES);
        while (text.hasRemaining() && channel.read(text, text.position()) > 0) {}
        try {
            var said = Json.parseObject(Arrays.copyOf(text.array(), text.position()));
            return Optional.of(new Holder(said.path("pid").asLong(), said.path("url").asText()));
        } catch (ParleyException _) {
            return Optional.empty();
        }
    }

    /** Tells others where this process answers. */
    public void announce(String url) {
        var holder = new Holder(ProcessHandle.current().pid(), url);
        var text = Json.object().put("pid", holder.pid()).put("url", url);
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(Json.bytes(text)), 0);
        } catch (IOException failed) {
            throw new ParleyException(
                    Problem.DATA_UNUSABLE, "cannot write to " + path.resolve(LOCK), failed);
        }
        synchronized (HELD) {
            HELD.put(realPath, holder);
        }
    }

    public Path path() {
        return path;
    }

    public Path database() {
        return path.resolve("parley.db");
    }

    public Path blobs() {
        return path.resolve("blobs");
    }

    public Path ownerToken() {
        return path.resolve("owner.token");
    }

    @Override
    public void close() {
        synchronized (HELD) {
            if (!channel.isOpen()) {
                return;
            }
            try (channel) {
                channel.truncate(0);
                lock.release();
            } catch (IOException failed) {
                throw new ParleyException(Problem.DATA_UNUSABLE, "cannot release " + path, failed);
            } finally {
                HELD.remove(realPath);
            }
        }
    }
}

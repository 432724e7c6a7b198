package dev.parley.store;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The folder that holds everything of one hub, held by one process at a time. The lock file tells
 * others who that is and where it answers.
 */
public final class DataFolder implements AutoCloseable {
    /** The one file that is there before anything else. */
    public static final String LOCK = "parley.lock";

    /** Far behind the text, because some systems keep others from reading what is locked. */
    private static final long LOCKED_BYTE = 1L << 40;

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
    private final FileChannel channel;
    private final FileLock lock;

    private DataFolder(Path path, FileChannel channel, FileLock lock) {
        this.path = path;
        this.channel = channel;
        this.lock = lock;
    }

    /** Takes the folder for this process, making it if need be. */
    public static DataFolder claim(Path path) {
        try {
            PrivateFiles.createFolder(path);
            requireLocal(path, Files.getFileStore(path).type());
            var channel =
                    FileChannel.open(
                            path.resolve(LOCK),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.READ,
                            StandardOpenOption.WRITE);
            var lock = tryLock(channel);
            if (lock == null) {
                channel.close();
                throw new ParleyException(Problem.DATA_IN_USE, inUse(path));
            }
            return new DataFolder(path, channel, lock);
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

    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(LOCKED_BYTE, 1, false);
        } catch (OverlappingFileLockException _) {
            return null;
        }
    }

    private static String inUse(Path path) {
        var holder =
                holder(path)
                        .map(held -> "process " + held.pid() + held.at())
                        .orElse("another process");
        return "the data folder " + path + " is in use by " + holder;
    }

    /** Who holds a folder, as far as its lock file tells. */
    public record Holder(long pid, String url) {
        private String at() {
            return url.isEmpty() ? "" : " (" + url + ")";
        }
    }

    private static Optional<Holder> holder(Path path) {
        try {
            var said = Json.parseObject(Files.readAllBytes(path.resolve(LOCK)));
            return Optional.of(new Holder(said.path("pid").asLong(), said.path("url").asText()));
        } catch (IOException | ParleyException _) {
            return Optional.empty();
        }
    }

    /** Tells others where this process answers. */
    public void announce(String url) {
        var text = Json.object().put("pid", ProcessHandle.current().pid()).put("url", url);
        try {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(Json.bytes(text)), 0);
        } catch (IOException failed) {
            throw new ParleyException(
                    Problem.DATA_UNUSABLE, "cannot write to " + path.resolve(LOCK), failed);
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
        try {
            channel.truncate(0);
            lock.release();
            channel.close();
        } catch (IOException failed) {
            throw new ParleyException(Problem.DATA_UNUSABLE, "cannot release " + path, failed);
        }
    }
}

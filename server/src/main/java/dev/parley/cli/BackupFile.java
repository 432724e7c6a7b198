package dev.parley.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * A file that is either whole and on disk, or not there: written beside its place, synced, then
 * moved. Only its owner may read it, for a backup holds everything.
 */
final class BackupFile {
    private final Path file;
    private final Path partial;
    private final boolean force;

    BackupFile(Path file, boolean force) {
        this.file = file.toAbsolutePath();
        this.partial = this.file.resolveSibling(this.file.getFileName() + ".partial");
        this.force = force;
    }

    long write(ToLongFunction<OutputStream> source) {
        try {
            refuseToReplace(file);
            if (force) {
                Files.deleteIfExists(partial);
            }
            long size = fill(source);
            refuseToReplace(file);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE);
            syncFolder();
            return size;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void refuseToReplace(Path there) throws IOException {
        if (!force && Files.exists(there)) {
            throw new IOException(there + " exists already; --force replaces it");
        }
    }

    private long fill(ToLongFunction<OutputStream> source) throws IOException {
        try (var channel = create()) {
            long size = source.applyAsLong(Channels.newOutputStream(channel));
            channel.force(true);
            return size;
        } catch (FileAlreadyExistsException e) {
            throw new IOException(
                    partial + " exists: another backup is being written, or --force replaces it",
                    e);
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(partial);
            throw e;
        }
    }

    private FileChannel create() throws IOException {
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return partial.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? FileChannel.open(
                        partial,
                        options,
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")))
                : FileChannel.open(partial, options);
    }

    private void syncFolder() throws IOException {
        var folder = file.getParent();
        if (folder != null) {
            try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}

package dev.parley.store;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Files and folders that nobody but their owner may look into, where the system can say so. */
public final class PrivateFiles {
    private PrivateFiles() {}

    /** Makes the folder and those above it, unless it is there. */
    public static void createFolder(Path folder) throws IOException {
        Files.createDirectories(folder, only("rwx------", folder));
    }

    /** Makes an empty file, unless it is there. */
    public static void createFile(Path file) throws IOException {
        try {
            Files.createFile(file, only("rw-------", file));
        } catch (FileAlreadyExistsException _) {
            // It keeps the rights that somebody gave it.
        }
    }

    private static FileAttribute<?>[] only(String rights, Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))
                }
                : new FileAttribute<?>[0];
    }
}

package dev.parley.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/** What a file system's exception means, in a sentence. */
final class FileProblem {
    private FileProblem() {}

    static String sentence(@Nullable IOException e) {
        return switch (e) {
            case NoSuchFileException missing -> missing.getFile() + " does not exist";
            case AccessDeniedException denied -> "no permission for " + denied.getFile();
            case FileAlreadyExistsException there -> there.getFile() + " exists already";
            case FileSystemException other when other.getReason() != null ->
                    other.getFile() + ": " + other.getReason();
            case null -> "a file could not be read or written";
            default -> String.valueOf(e.getMessage());
        };
    }
}

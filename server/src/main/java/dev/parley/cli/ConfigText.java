package dev.parley.cli;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The text of somebody's configuration file: read whole, replaced in one step or not at all. */
record ConfigText(Path file) {
    /** Empty when there is no such file. */
    String read() {
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            return "";
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Writes what holds a secret: a new file is its owner's alone, one that is there keeps its
     * rights.
     */
    void write(String text) {
        try {
            if (Files.notExists(file)) {
                Files.createDirectories(file.toAbsolutePath().getParent());
                PrivateFiles.createFile(file);
            }
            // Whoever keeps such files elsewhere has a link here, which is to stay one.
            var real = file.toRealPath();
            var fresh = real.resolveSibling(real.getFileName() + ".parley-new");
            Files.copy(
                    real,
                    fresh,
                    StandardCopyOption.COPY_ATTRIBUTES,
                    StandardCopyOption.REPLACE_EXISTING);
            Files.writeString(fresh, text);
            Files.move(fresh, real, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static ParleyException failed(IOException e) {
        return new ParleyException(Problem.BAD_VALUE, FileProblem.sentence(e), e);
    }
}

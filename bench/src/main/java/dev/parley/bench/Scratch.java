package dev.parley.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A folder that is gone when the measurement is over. */
record Scratch(Path path) implements AutoCloseable {
    /** A new folder inside of this one, whose disk is the one that is measured. */
    static Scratch in(Path parent) throws IOException {
        Files.createDirectories(parent);
        return new Scratch(Files.createTempDirectory(parent, "bench-"));
    }

    Path folder(String name) throws IOException {
        return Files.createDirectories(path.resolve(name));
    }

    @Override
    public void close() throws IOException {
        try (var files = Files.walk(path)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }
}

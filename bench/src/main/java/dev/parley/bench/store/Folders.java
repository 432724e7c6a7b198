package dev.parley.bench.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Folders of their own for databases that are compared. */
final class Folders {
    private Folders() {}

    static Path in(Path parent, String name) throws IOException {
        return Files.createDirectories(parent.resolve(name));
    }
}

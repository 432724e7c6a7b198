package dev.parley.bench;

import java.nio.file.Path;

/** Where the launcher lives, and what it has built; it tells both to the JVM that it starts. */
final class Home {
    private Home() {}

    static Path folder() {
        return Path.of(told("parley.home"));
    }

    static Path jar() {
        return Path.of(told("parley.jar"));
    }

    private static String told(String property) {
        var value = System.getProperty(property);
        if (value == null) {
            throw new IllegalStateException(
                    property + " is not set; start this with ./parley bench");
        }
        return value;
    }
}

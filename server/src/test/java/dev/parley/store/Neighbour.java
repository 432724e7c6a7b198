package dev.parley.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Another process on this machine, which looks who holds a folder. */
final class Neighbour {
    private Neighbour() {}

    public static void main(String[] args) {
        System.out.print(
                DataFolder.running(Path.of(args[0]))
                        .map(holder -> holder.pid() + " at " + holder.url())
                        .orElse("nobody"));
    }

    static String seesHolderOf(Path folder) throws IOException {
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Neighbour.class.getName(),
                                folder.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (var out = process.getInputStream()) {
            return new String(out.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

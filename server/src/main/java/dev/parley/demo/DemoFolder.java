package dev.parley.demo;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.store.DataFolder;
import dev.parley.store.PrivateFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/**
 * A data folder that holds nothing but a demo, so that none ever stands among somebody's own runs.
 */
public final class DemoFolder implements AutoCloseable {
    /** By this file a demo knows a folder of its own again. */
    private static final String MARK = "demo.txt";

    private final Path path;
    private final boolean isKept;

    private DemoFolder(Path path, boolean isKept) {
        this.path = path;
        this.isKept = isKept;
    }

    /** A folder that is there for as long as the demo is. */
    public static DemoFolder passing(Path path) {
        return new DemoFolder(path, false).made();
    }

    /** One that somebody chose, and that stays. */
    public static DemoFolder kept(Path path) {
        return new DemoFolder(path, true).made();
    }

    private DemoFolder made() {
        try {
            requireOwn();
            if (!isKept) {
                clear();
            }
            PrivateFiles.createFolder(path);
            Files.writeString(
                    path.resolve(MARK), "./parley serve --demo keeps its runs here; delete it.\n");
            Files.writeString(file(), configuration());
            return this;
        } catch (IOException failed) {
            throw new ParleyException(
                    Problem.DATA_UNUSABLE,
                    "cannot use the folder " + path + ": " + failed.getMessage(),
                    failed);
        }
    }

    private void requireOwn() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        var holder = DataFolder.running(path);
        if (holder.isPresent()) {
            throw new ParleyException(
                    Problem.DATA_IN_USE,
                    "a hub is running on %s already, process %d; --data FOLDER has the demo run"
                                    .formatted(path, holder.get().pid())
                            + " beside it");
        }
        try (var files = Files.list(path)) {
            if (!Files.exists(path.resolve(MARK)) && files.findAny().isPresent()) {
                throw new ParleyException(
                        Problem.DATA_UNUSABLE,
                        path
                                + " holds something else than a demo; give --demo an empty folder"
                                + " with --data");
            }
        }
    }

    public Path path() {
        return path;
    }

    /** Whether it stays when the demo ends. */
    public boolean isKept() {
        return isKept;
    }

    /** What the hub is configured with. */
    public Path file() {
        return path.resolve("parley.yaml");
    }

    static String configuration() {
        return """
        # Written by ./parley serve --demo: the tools and the agent of its story.
        tools:
          servers:
            bench:                              # a program that speaks MCP over its standard input and output
              command: %s
              args: %s
              class: read
              tools:
                order: {class: mutating, approval: always}
        agents:
          notebook:                             # an agent that the hub runs, one process for each turn
            host: command
            command: cat
        """
                .formatted(Json.write(TextNode.valueOf(java())), arguments());
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /** The program that this is, as its own tool server. */
    private static String arguments() {
        var arguments = Json.array();
        arguments.add("-XX:TieredStopAtLevel=1").add("-XX:+UseSerialGC").add("-Xmx64m");
        arguments.add("-cp").add(System.getProperty("java.class.path"));
        arguments.add("dev.parley.Main").add("demo-tools");
        return Json.write(arguments);
    }

    /** Leaves nothing behind, unless somebody wanted to keep it. */
    @Override
    public void close() {
        if (!isKept) {
            try {
                clear();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    private void clear() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (var files = Files.walk(path)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}

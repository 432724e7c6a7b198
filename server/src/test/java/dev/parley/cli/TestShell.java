package dev.parley.cli;

import dev.parley.Main;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;

/** A terminal of which nobody but the test sees anything. */
final class TestShell {
    private final Path home;
    private final Map<String, String> env = new TreeMap<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private String in = "";

    TestShell(Path home) {
        this.home = home;
    }

    TestShell variable(String name, String value) {
        env.put(name, value);
        return this;
    }

    TestShell typing(String text) {
        in = text;
        return this;
    }

    int run(String... args) {
        var shell =
                new Shell(
                        new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                        new PrintWriter(out),
                        new PrintWriter(err),
                        env,
                        home,
                        ZoneOffset.UTC,
                        data -> {
                            throw new AssertionError("a hub was started on " + data);
                        },
                        false,
                        false);
        return Main.run(shell, args);
    }

    String out() {
        return out.toString();
    }

    String err() {
        return err.toString();
    }
}

package dev.parley.cli;

import dev.parley.store.DataFolder;
import java.io.Console;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a command sees of the world around it.
 *
 * @param out for what was asked for; always UTF-8, so that it can be piped
 * @param err for everything said beside it
 * @param hubs starts a hub where a command needs one and none is running
 * @param terminal whether somebody looks at {@code out}
 * @param colour whether somebody looks at {@code out} who likes colours
 */
public record Shell(
        InputStream in,
        PrintWriter out,
        PrintWriter err,
        Map<String, String> env,
        Path home,
        ZoneId zone,
        Hubs hubs,
        boolean terminal,
        boolean colour) {
    public static Shell system(Hubs hubs) {
        var env = System.getenv();
        boolean isTerminal =
                Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent();
        return new Shell(
                new FileInputStream(FileDescriptor.in),
                utf8(FileDescriptor.out),
                utf8(FileDescriptor.err),
                env,
                Path.of(env.getOrDefault("HOME", System.getProperty("user.home", ""))),
                ZoneId.systemDefault(),
                hubs,
                isTerminal,
                isTerminal && env.getOrDefault("NO_COLOR", "").isEmpty());
    }

    /** A sentence beside the output. */
    public void say(String sentence) {
        err.println("parley: " + Printable.line(sentence));
        err.flush();
    }

    /** A line of the output. */
    public void print(String line) {
        out.println(line);
        out.flush();
    }

    /** The variable's value; a variable set to nothing counts as not set. */
    public Optional<String> variable(String name) {
        return Optional.ofNullable(env.get(name)).filter(value -> !value.isBlank());
    }

    /** Where the hub of a demo keeps everything, while it runs. */
    public Path demoFolder() {
        return home.resolve(".parley-demo");
    }

    /**
     * The data folder of the hub that is meant when none is named: one's own, or that of a running
     * demo as long as one never had any.
     */
    public Path hubFolder() {
        return variable("PARLEY_DATA").map(this::path).orElseGet(this::usualFolder);
    }

    private Path usualFolder() {
        var own = home.resolve(".parley");
        return Files.notExists(own) && DataFolder.running(demoFolder()).isPresent()
                ? demoFolder()
                : own;
    }

    /** A path as its owner wrote it; a shell does not always put their home in place of the ~. */
    public Path path(String written) {
        var path = written.startsWith("~/") ? home.resolve(written.substring(2)) : Path.of(written);
        return path.toAbsolutePath().normalize();
    }

    /** The program that is run by a name, which may be a path. */
    Optional<Path> program(String name) {
        var places =
                name.contains(File.separator)
                        ? Stream.of(path(name))
                        : Stream.of(env.getOrDefault("PATH", "").split(File.pathSeparator, -1))
                                .map(folder -> Path.of(folder, name));
        return places.filter(Files::isExecutable).findFirst();
    }

    /** A path as its owner would write it. */
    public String shown(Path path) {
        return path.startsWith(home) && !path.equals(home)
                ? "~/" + home.relativize(path)
                : path.toString();
    }

    private static PrintWriter utf8(FileDescriptor descriptor) {
        return new PrintWriter(
                new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8));
    }
}

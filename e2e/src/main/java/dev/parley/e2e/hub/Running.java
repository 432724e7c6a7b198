package dev.parley.e2e.hub;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A process that we started, with what it has said so far; it never outlives this JVM. */
public final class Running implements AutoCloseable {
    private static final long GLANCE_MILLIS = 10;
    private static final Duration DEATH = Duration.ofSeconds(20);
    private static final Set<Running> ALIVE = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime()
                .addShutdownHook(
                        Thread.ofPlatform().unstarted(() -> ALIVE.forEach(Running::killNow)));
    }

    private final Process process;
    private final Path out;
    private final Path err;

    private Running(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts a command of the real jar. */
    public static Running parley(String... arguments) {
        return start(Jar.command(List.of(), List.of(arguments)));
    }

    /** The same for somebody whose home this folder is. */
    public static Running parleyOf(Path home, String... arguments) {
        return start(Jar.command(List.of("env", "HOME=" + home), List.of(arguments)));
    }

    /** Starts a command of the real jar on a terminal of its own. */
    public static Running parleyOnATerminal(String... arguments) {
        var words = Jar.command(List.of("exec"), List.of(arguments));
        return start(List.of("script", "-qec", String.join(" ", words), "/dev/null"));
    }

    static Running start(List<String> command) {
        try {
            var out = Files.createTempFile("parley-e2e-", ".out");
            var err = Files.createTempFile("parley-e2e-", ".err");
            var builder =
                    new ProcessBuilder(command)
                            .redirectInput(
                                    ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                            .redirectOutput(out.toFile())
                            .redirectError(err.toFile());
            Jar.neutral(builder.environment());
            var running = new Running(builder.start(), out, err);
            ALIVE.add(running);
            return running;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String out() {
        return read(out);
    }

    public String err() {
        return read(err);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The java process: the one we started, or its child when another program runs it. */
    ProcessHandle java() {
        var itself = process.toHandle();
        return isJava(itself) ? itself : process.children().findFirst().orElse(itself);
    }

    private static boolean isJava(ProcessHandle handle) {
        return handle.info().command().filter(command -> command.endsWith("java")).isPresent();
    }

    /** Looks again and again until this holds; false when the process ended or time ran out. */
    public boolean await(Duration atMost, BooleanSupplier holds) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!holds.getAsBoolean()) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                return holds.getAsBoolean();
            }
            pause();
        }
        return true;
    }

    /** Its exit code; it must end by itself within this time. */
    public int awaitEnd(Duration atMost) {
        try {
            if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("still running after " + atMost + "\n" + err());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a process was ending", e);
        }
    }

    public void terminate() {
        java().destroy();
    }

    /** SIGKILL: it gets no chance to tidy up. */
    void kill() {
        killNow();
        awaitEnd(DEATH);
        ALIVE.remove(this);
    }

    private void killNow() {
        java().destroyForcibly();
    }

    @Override
    public void close() {
        if (process.isAlive()) {
            kill();
        }
        ALIVE.remove(this);
        try {
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(GLANCE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for a process", e);
        }
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

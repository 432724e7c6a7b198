package dev.parley.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A program that runs beside us, with everything that it starts itself. */
final class Program implements AutoCloseable {
    /** Starts a program in a group of its own, so that a Ctrl-C for us is none for it. */
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    /**
     * For tidying up after being told to end, and for output that is still under way at the end.
     */
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);

    private static final int PIECE = 8_192;

    private final Process process;
    private final List<Thread> readers = new ArrayList<>();

    private Program(Process process) {
        this.process = process;
    }

    /** Starts it with this on its standard input. */
    static Program start(List<String> command, Map<String, String> environment, byte[] input)
            throws IOException {
        var words = new ArrayList<String>();
        if (Files.isExecutable(SETSID)) {
            words.add(SETSID.toString());
        }
        words.addAll(command);
        var builder = new ProcessBuilder(words);
        builder.environment().putAll(environment);
        var program = new Program(builder.start());
        Thread.ofPlatform().daemon().start(() -> program.feed(input));
        return program;
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    private void feed(byte[] input) {
        try (var in = process.getOutputStream()) {
            in.write(input);
        } catch (IOException _) {
            // it need not read what it is given
        }
    }

    Program out(Consumer<String> pieces) {
        return read(process.getInputStream(), pieces);
    }

    Program err(Consumer<String> pieces) {
        return read(process.getErrorStream(), pieces);
    }

    private Program read(InputStream from, Consumer<String> pieces) {
        readers.add(Thread.ofPlatform().daemon().start(() -> drain(from, pieces)));
        return this;
    }

    private static void drain(InputStream from, Consumer<String> pieces) {
        try (var reader = new InputStreamReader(from, StandardCharsets.UTF_8)) {
            var buffer = new char[PIECE];
            for (int n = reader.read(buffer); n >= 0; n = reader.read(buffer)) {
                pieces.accept(new String(buffer, 0, n));
            }
        } catch (IOException _) {
            // it was killed in the middle of a word
        }
    }

    /** Whether it ended within this time. */
    boolean awaitEnd(Duration atMost) throws InterruptedException {
        return process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** How it ended, once all it said has been read. */
    int status() throws InterruptedException {
        int status = process.waitFor();
        for (var reader : readers) {
            reader.join(LAST_WORDS);
        }
        return status;
    }

    /** Ends it with everything that it has started, unless it has ended by itself. */
    @Override
    public void close() {
        if (process.isAlive()) {
            end(process.toHandle());
        }
    }

    /** Tells a program and all that it has started to end, and sees to it. */
    static void end(ProcessHandle program) {
        var all = Stream.concat(program.descendants(), Stream.of(program)).toList();
        all.forEach(ProcessHandle::destroy);
        try {
            program.onExit().get(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Exception _) {
            // it is killed then
        }
        program.descendants().forEach(ProcessHandle::destroyForcibly);
        all.forEach(ProcessHandle::destroyForcibly);
        killGroup(program.pid());
    }

    /** Those too that have let go of the program that started them. */
    private static void killGroup(long leader) {
        if (!Files.isExecutable(SETSID)) {
            return;
        }
        try {
            new ProcessBuilder("sh", "-c", "kill -KILL -" + leader)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .onExit()
                    .get(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (Exception _) {
            // there is no such group any more
        }
    }
}

package dev.parley.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The commands of workers that were killed and could not take them along: each running one has a
 * file, by which the next worker finds and ends it. A process is known by its number and beginning,
 * since numbers are used again.
 */
final class Strays {
    /** What the beginning of one process may differ between two looks at it. */
    private static final Duration BLUR = Duration.ofSeconds(2);

    private final Path folder;

    Strays(Path folder) {
        this.folder = folder;
    }

    /** That a command is running, until this is closed. */
    record Trace(Path file) implements AutoCloseable {
        @Override
        public void close() {
            try {
                Files.deleteIfExists(file);
            } catch (IOException _) {
                // the next worker finds that nothing runs there any more
            }
        }
    }

    Trace note(ProcessHandle command) throws IOException {
        var file = Files.createDirectories(folder).resolve(Long.toString(command.pid()));
        var ours = ProcessHandle.current();
        Files.writeString(
                file,
                ours.pid() + " " + begun(ours) + " " + command.pid() + " " + begun(command) + "\n");
        return new Trace(file);
    }

    /** Ends what was left running by workers that are no more, and says how many that were. */
    int end() {
        int ended = 0;
        try {
            for (var file : files()) {
                var words = Files.readString(file).strip().split(" ", 4);
                if (words.length == 4 && alive(words[0], words[1]).isPresent()) {
                    continue;
                }
                if (words.length == 4) {
                    var left = alive(words[2], words[3]);
                    left.ifPresent(Program::end);
                    ended += left.isPresent() ? 1 : 0;
                }
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return ended;
    }

    private List<Path> files() throws IOException {
        try (var files = Files.list(folder)) {
            return files.toList();
        } catch (NoSuchFileException _) {
            return List.of();
        }
    }

    private static Optional<ProcessHandle> alive(String pid, String begun) {
        long at = Long.parseLong(begun);
        return ProcessHandle.of(Long.parseLong(pid))
                .filter(ProcessHandle::isAlive)
                .filter(process -> Math.abs(begun(process) - at) <= BLUR.toMillis());
    }

    private static long begun(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}

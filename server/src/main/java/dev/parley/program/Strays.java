package dev.parley.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds processes that a program has left behind, wherever they went: every program carries a mark
 * in its environment, which whatever it starts inherits. Each is told from another that has got its
 * number since by when it was started. Only Linux shows environments; elsewhere nothing is found.
 */
public final class Strays {
    static final String MARK = "PARLEY_PROGRAM";

    private static final Logger LOG = LoggerFactory.getLogger(Strays.class);
    private static final Path PROCESSES = Path.of("/proc");

    /** By which this process marks what it starts. */
    private static final String OURS = UUID.randomUUID().toString();

    private static final int MAX_ROUNDS = 400;
    private static final Duration BREATH = Duration.ofMillis(5);

    private static final AtomicLong LAST = new AtomicLong();

    private Strays() {}

    /** A mark that no program has yet. */
    static String mark() {
        return OURS + "." + LAST.incrementAndGet();
    }

    /** Ends everything with a mark. */
    static int end(String mark) {
        return endAll(mark::equals);
    }

    /**
     * Ends what the last hub of a folder has left running, if that was another process, and notes
     * this one; before anything is started.
     */
    public static int endThoseOf(Path folder) {
        var file = folder.resolve("programs");
        try {
            var last = Files.exists(file) ? Files.readString(file).strip() : OURS;
            int ended = last.equals(OURS) ? 0 : endAll(mark -> mark.startsWith(last + "."));
            Files.writeString(file, OURS + "\n");
            if (ended > 0) {
                LOG.info("event=strays-ended count={}", ended);
            }
            return ended;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** What ends may have started more meanwhile; so it is looked again, a bounded time. */
    private static int endAll(Predicate<String> marked) {
        int ended = 0;
        for (int round = 0; round < MAX_ROUNDS; round++) {
            var found = find(marked);
            if (found.isEmpty()) {
                break;
            }
            found.forEach(Stray::end);
            ended += round == 0 ? found.size() : 0;
            LockSupport.parkNanos(BREATH.toNanos());
        }
        return ended;
    }

    private record Stray(ProcessHandle process, Optional<Instant> started) {
        void end() {
            if (process.info().startInstant().equals(started)) {
                process.destroyForcibly();
            }
        }
    }

    private static List<Stray> find(Predicate<String> marked) {
        var found = new ArrayList<Stray>();
        if (!Files.isDirectory(PROCESSES)) {
            return found;
        }
        try (var all = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (var folder : all) {
                if (isMarked(folder, marked)) {
                    stray(folder, marked).ifPresent(found::add);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            LOG.atWarn().setCause(unreadable).log("event=strays-not-found");
        }
        return found;
    }

    /** The mark is looked at once more: until its start was known the number may have gone on. */
    private static Optional<Stray> stray(Path folder, Predicate<String> marked) {
        return ProcessHandle.of(Long.parseLong(folder.getFileName().toString()))
                .map(process -> new Stray(process, process.info().startInstant()))
                .filter(_ -> isMarked(folder, marked));
    }

    private static boolean isMarked(Path folder, Predicate<String> marked) {
        return mark(folder).filter(marked).isPresent();
    }

    private static Optional<String> mark(Path process) {
        try {
            var environment =
                    Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            var name = "\0" + MARK + "=";
            int at = ("\0" + environment).indexOf(name);
            if (at < 0) {
                return Optional.empty();
            }
            int from = at + name.length() - 1;
            int to = environment.indexOf('\0', from);
            return Optional.of(environment.substring(from, to < 0 ? environment.length() : to));
        } catch (IOException _) {
            // Somebody else's, or gone.
            return Optional.empty();
        }
    }
}

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
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
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

    /** How often nobody must be found: one that just becomes another program shows no mark. */
    private static final int SURE = 2;

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

    /**
     * What ends may have started more meanwhile; so it is looked again, a bounded time. Whoever
     * starts more than can be ended one by one stands still first.
     */
    private static int endAll(Predicate<String> marked) {
        int ended = find(marked, Stray::end).size();
        int clear = ended == 0 ? SURE : 0;
        for (int round = 0; round < MAX_ROUNDS && clear < SURE; round++) {
            LockSupport.parkNanos(BREATH.toNanos());
            var left = standing(marked);
            left.forEach(Stray::end);
            clear = left.isEmpty() ? clear + 1 : 0;
        }
        return ended;
    }

    /** Those with a mark, none of which starts another any more. */
    private static Set<Stray> standing(Predicate<String> marked) {
        var known = new HashSet<Stray>();
        for (int round = 0; round < MAX_ROUNDS; round++) {
            if (!known.addAll(find(marked, Stray::stand))) {
                break;
            }
        }
        return known;
    }

    private record Stray(ProcessHandle process, Optional<Instant> started) {
        void end() {
            if (isTheSame()) {
                process.destroyForcibly();
            }
        }

        void stand() {
            if (isTheSame()) {
                Standstill.of(process);
            }
        }

        private boolean isTheSame() {
            return process.info().startInstant().equals(started);
        }
    }

    /** Those with a mark; with each is done what is to be done as soon as it is found. */
    private static List<Stray> find(Predicate<String> marked, Consumer<Stray> deed) {
        var found = new ArrayList<Stray>();
        if (!Files.isDirectory(PROCESSES)) {
            return found;
        }
        try (var all = Files.newDirectoryStream(PROCESSES, "[0-9]*")) {
            for (var folder : all) {
                if (isMarked(folder, marked)) {
                    stray(folder, marked)
                            .ifPresent(
                                    stray -> {
                                        deed.accept(stray);
                                        found.add(stray);
                                    });
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

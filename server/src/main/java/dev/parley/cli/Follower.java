package dev.parley.cli;

import dev.parley.client.LogPage;
import dev.parley.client.RunView;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a run's log from a place onwards, page by page, and prints it. */
final class Follower {
    private static final int PAGE = 50;
    private static final int AGAIN = 20;
    private static final Duration WAIT = Duration.ofSeconds(25);
    private static final Duration LOOK_FOR_RUNS = Duration.ofSeconds(1);

    private final SteadyLine line;
    private final Shell shell;
    private final Begin begin;
    private final Function<Message, String> printer;
    private String epoch = "";

    Follower(SteadyLine line, Shell shell, Begin begin, Function<Message, String> printer) {
        this.line = line;
        this.shell = shell;
        this.begin = begin;
        this.printer = printer;
    }

    void showWhatIsThere(@Nullable RunId named) {
        var run =
                named == null
                        ? newest().orElseThrow(
                                        () ->
                                                new ParleyException(
                                                        Problem.UNKNOWN_RUN, "there is no run yet"))
                        : named;
        long after = line.ask(client -> begin.in(client, run));
        var page = read(run, after, Duration.ZERO);
        if (after == 0 && page.messages().isEmpty()) {
            shell.say("there are no messages in " + run + " yet");
        }
        while (print(page) && !page.messages().isEmpty()) {
            after = page.cursor(after);
            page = read(run, after, Duration.ZERO);
        }
    }

    /**
     * Goes on until the output is closed or the process is stopped; without a name, always with the
     * newest run.
     */
    void follow(@Nullable RunId named) {
        if (named != null) {
            follow(named, WAIT, () -> false);
            return;
        }
        var run = Optional.of(waitForNewest());
        while (run.isPresent()) {
            var current = run.get();
            boolean isOpen = follow(current, LOOK_FOR_RUNS, () -> newerThan(current).isPresent());
            run = isOpen ? newerThan(current) : Optional.empty();
            run.ifPresent(newer -> shell.say("a newer run began; following " + newer));
        }
    }

    private Optional<RunId> newerThan(RunId run) {
        return newest().filter(newest -> !newest.equals(run));
    }

    /** Follows one run until the output is closed, or, between two pages, until it is enough. */
    private boolean follow(RunId run, Duration wait, BooleanSupplier isEnough) {
        long after = line.ask(client -> begin.in(client, run));
        boolean isOpen = true;
        while (isOpen) {
            try {
                var page = read(run, after, wait);
                if (page.messages().isEmpty() && isEnough.getAsBoolean()) {
                    return true;
                }
                if (isOtherEpoch(page)) {
                    after = restart(run);
                } else {
                    after = page.cursor(after);
                    isOpen = print(page);
                }
            } catch (ParleyException e) {
                if (e.problem() != Problem.CURSOR_AHEAD || epoch.isEmpty()) {
                    throw e;
                }
                after = restart(run);
            }
        }
        return false;
    }

    private LogPage read(RunId run, long after, Duration wait) {
        return line.ask(client -> client.messages().after(run, after, PAGE, wait));
    }

    private boolean isOtherEpoch(LogPage page) {
        boolean isOther = !epoch.isEmpty() && !epoch.equals(page.epoch());
        epoch = page.epoch();
        return isOther;
    }

    /** A restored log may hold other messages at the places already shown. */
    private long restart(RunId run) {
        shell.say("the hub was restored from a backup; showing its last messages again");
        epoch = "";
        return line.ask(client -> new Begin.Last(AGAIN).in(client, run));
    }

    private boolean print(LogPage page) {
        page.messages().forEach(message -> shell.out().print(printer.apply(message)));
        return !shell.out().checkError();
    }

    private RunId waitForNewest() {
        var run = newest();
        if (run.isEmpty()) {
            shell.say("there is no run yet; waiting for the first");
        }
        while (run.isEmpty()) {
            SteadyLine.pause(LOOK_FOR_RUNS);
            run = newest();
        }
        shell.say("following " + run.get());
        return run.get();
    }

    private Optional<RunId> newest() {
        return line.ask(client -> client.runs().list(1)).items().stream()
                .findFirst()
                .map(RunView::runId);
    }
}

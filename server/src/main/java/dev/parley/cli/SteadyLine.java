package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.client.Patience;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A connection that outlives the hub's restarts: once it has worked, it is made again until it
 * works again, wherever the hub then is.
 */
final class SteadyLine implements AutoCloseable {
    private static final Patience ONCE = Patience.standard().within(Duration.ZERO);
    private static final Duration PAUSE = Duration.ofMillis(500);

    private final HubOptions hub;
    private final Shell shell;
    private @Nullable HubAddress address;
    private @Nullable ParleyClient client;
    private boolean hasWorked;
    private boolean isLost;

    SteadyLine(HubOptions hub, Shell shell) {
        this.hub = hub;
        this.shell = shell;
    }

    <T> T ask(Function<ParleyClient, T> question) {
        while (true) {
            try {
                var answer = question.apply(connected());
                found();
                return answer;
            } catch (ParleyException e) {
                if (!hasWorked || !mayPass(e.problem())) {
                    throw explain(e);
                }
                lost(e);
            }
        }
    }

    /** Waits a moment; the thread being interrupted ends the line. */
    static void pause(Duration moment) {
        try {
            Thread.sleep(moment);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ParleyException(Problem.UNREACHABLE, "interrupted", e);
        }
    }

    private static boolean mayPass(Problem problem) {
        return problem.recoverable() && problem != Problem.INTERNAL;
    }

    private ParleyClient connected() {
        if (client == null) {
            address = hub.resolve(shell);
            client = address.connect(ONCE);
        }
        return client;
    }

    private ParleyException explain(ParleyException e) {
        return client == null || address == null ? e : address.explain(e);
    }

    private void lost(ParleyException e) {
        if (!isLost) {
            isLost = true;
            shell.say(e.detail() + "; trying until it is back");
        }
        close();
        pause(PAUSE);
    }

    private void found() {
        hasWorked = true;
        if (isLost) {
            isLost = false;
            shell.say("connected again");
        }
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
            client = null;
        }
    }
}

package dev.parley.stream;

import dev.parley.access.Principal;
import dev.parley.access.Tokens;
import dev.parley.bus.Wakeups;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Instant;
import java.time.InstantSource;

/** Whether somebody may go on listening: looked up when told that the token has changed. */
final class Welcome implements AutoCloseable {
    private final Principal caller;
    private final Tokens tokens;
    private final Wakeups wakeups;
    private final InstantSource clock;
    private final Wakeups.Watch watch;
    private volatile boolean mustLook = true;
    private Instant until = Instant.MIN;

    /**
     * Watches the token.
     *
     * @param nudge has the listener ask soon
     */
    Welcome(Principal caller, Tokens tokens, Wakeups wakeups, InstantSource clock, Runnable nudge) {
        this.caller = caller;
        this.tokens = tokens;
        this.wakeups = wakeups;
        this.clock = clock;
        this.watch =
                wakeups.watch(
                        caller.endings(),
                        () -> {
                            mustLook = true;
                            nudge.run();
                        });
    }

    /** False when the hub is shutting down; refuses whose token lets nobody in any more. */
    boolean lasts() {
        if (wakeups.isClosed()) {
            return false;
        }
        if (mustLook) {
            mustLook = false;
            until = tokens.requireInForce(caller);
        }
        if (!clock.instant().isBefore(until)) {
            throw new ParleyException(Problem.UNAUTHENTICATED, "this token has expired");
        }
        return true;
    }

    @Override
    public void close() {
        watch.close();
    }
}

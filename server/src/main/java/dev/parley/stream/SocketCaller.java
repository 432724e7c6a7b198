package dev.parley.stream;

import dev.parley.access.Bearer;
import dev.parley.access.Principal;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Who is at the other end of a WebSocket: known by the handshake, or once it has said so. */
final class SocketCaller {
    /** How long a client may take to say who it is. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Bearer bearer;
    private final Semaphore strangers;
    private final CompletableFuture<Principal> principal = new CompletableFuture<>();

    /**
     * Somebody who is not known yet.
     *
     * @param strangers bounds how many such there are
     */
    SocketCaller(Bearer bearer, Semaphore strangers) {
        this.bearer = bearer;
        this.strangers = strangers;
    }

    void is(Principal known) {
        principal.complete(known);
    }

    boolean isKnown() {
        return principal.isDone() && !principal.isCompletedExceptionally();
    }

    /** Somebody who is known, or must be by now. */
    Principal principal() {
        return principal.join();
    }

    /** One try: whoever guesses must connect again for each. */
    void authenticate(String token) {
        if (principal.isDone()) {
            throw new ParleyException(Problem.CONFLICT, "it is known already who you are");
        }
        try {
            principal.complete(bearer.authenticate("Bearer " + token));
        } catch (ParleyException unknown) {
            refuse(unknown);
        }
    }

    /** Refuses whatever else comes first. */
    void requireSaid() {
        if (!principal.isDone()) {
            throw new ParleyException(
                    Problem.UNAUTHENTICATED,
                    "first say who you are: {\"op\":\"auth\",\"token\":…}");
        }
    }

    /** It will not be known; whoever waits for it learns why. */
    void refuse(ParleyException why) {
        principal.completeExceptionally(why);
    }

    /** It has gone; nobody needs to wait for it. */
    void leave() {
        boolean _ = principal.cancel(false);
    }

    Principal await() throws InterruptedException {
        if (isKnown()) {
            return principal.join();
        }
        if (!strangers.tryAcquire()) {
            throw new ParleyException(
                    Problem.TOO_MANY_STREAMS,
                    "too many others are about to say who they are; try again, or send"
                            + " Authorization with the handshake");
        }
        try {
            return principal.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new ParleyException(
                    Problem.UNAUTHENTICATED,
                    "say who you are within "
                            + PATIENCE.toSeconds()
                            + " seconds: {\"op\":\"auth\",\"token\":…}");
        } catch (ExecutionException unknown) {
            throw unknown.getCause() instanceof ParleyException reason
                    ? reason
                    : new IllegalStateException(unknown);
        } finally {
            strangers.release();
        }
    }
}

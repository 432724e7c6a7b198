package dev.parley.access;

import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/**
 * Whether whoever asked still listens for the answer. Every {@link Waits wait} on the thread that
 * answers ends once nobody does.
 */
public final class Listening {
    private static final ScopedValue<Listening> CURRENT = ScopedValue.newInstance();

    private final Wakeups wakeups;
    private final Topic topic = Topic.Local.next();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    public Listening(Wakeups wakeups) {
        this.wakeups = wakeups;
    }

    static Optional<Listening> current() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    /** Answers, for as long as somebody listens. */
    public <R> R during(Callable<R> answer) throws Exception {
        return ScopedValue.where(CURRENT, this).call(answer::call);
    }

    /** Nobody does any more. */
    public void end() {
        ended.complete(null);
        wakeups.wake(List.of(topic));
    }

    public boolean isOver() {
        return ended.isDone();
    }

    /** Done once nobody listens any more. */
    public CompletableFuture<Void> ended() {
        return ended;
    }

    Topic topic() {
        return topic;
    }
}

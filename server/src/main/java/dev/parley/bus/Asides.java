package dev.parley.bus;

import dev.parley.protocol.RunId;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Space;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/**
 * What is said aside on this node: told to whoever listens just then, and kept nowhere. An answer
 * as it comes is of this sort; the whole of it stands in the log when it is there.
 */
public final class Asides {
    private final List<Consumer<Aside>> listeners = new CopyOnWriteArrayList<>();

    /**
     * Words of an answer.
     *
     * @param answers the message that they answer
     */
    public record Aside(
            Space space,
            RunId run,
            SessionId session,
            String agent,
            String answers,
            String words) {}

    /** Has somebody told of everything; that must not take long. */
    public void listen(Consumer<Aside> listener) {
        listeners.add(listener);
    }

    public void say(Aside aside) {
        listeners.forEach(listener -> listener.accept(aside));
    }
}

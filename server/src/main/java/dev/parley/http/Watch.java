package dev.parley.http;

import dev.parley.protocol.ParleyException;
import dev.parley.store.Command;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Whoever watches the door. It is told on the request's own thread. */
public interface Watch {
    /** Nobody watches. */
    Watch NOBODY = new Watch() {};

    /** A call succeeded and will be answered once this returns; what it throws is the answer. */
    default void done(Sighting seen) {}

    default void refused(Sighting seen, ParleyException problem) {}

    /** The request has come to its end, whichever. */
    default void ended(Sighting seen, int status, long nanos) {}

    /**
     * The same command with whatever must be stored together with it.
     *
     * @param name how what the command makes is called; null when it has made nothing
     */
    default <R> Command<R> along(
            Sighting seen, Command<R> command, Function<R, @Nullable String> name) {
        return command;
    }
}

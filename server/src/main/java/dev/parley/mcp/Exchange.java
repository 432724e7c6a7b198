package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.ParleyException;
import dev.parley.store.Command;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What goes on between hub and client while a request is being answered. */
public interface Exchange {
    Client client();

    /**
     * Tells how far it is, if the client wants to know; dropped when it does not keep up.
     *
     * @param progress grows with each call
     * @param total what it grows to, if that is known
     */
    void progress(double progress, @Nullable Double total, @Nullable String message);

    /** Something worth noting for whoever watches the client. */
    void log(LogLevel level, JsonNode data);

    /** Whether nobody wants the answer any more: the client has cancelled it, or is gone. */
    boolean isCancelled();

    /**
     * Asks the client for several things at once, and gives its results by the same keys. In the
     * new protocol this ends the call, which comes again with the answers; in the old one it waits.
     *
     * @throws ParleyException {@code MISSING_CAPABILITY} when it cannot be asked that
     */
    Map<String, ObjectNode> ask(Map<String, Input> wanted) throws InterruptedException;

    /** By what a request is told from all others, and when it first came. */
    record Named(String name, Instant since) {}

    /**
     * What no other request is called by: known where the client promises never to use an id twice,
     * which it does within a session of the old protocol.
     */
    Optional<Named> named();

    /**
     * The same command with an entry in the audit, because it is the act of a person.
     *
     * @param name how what the command makes is called; null when it has made nothing
     */
    <R> Command<R> noted(Command<R> command, Function<R, @Nullable String> name);

    /** Something was refused, which whoever watches the door should know. */
    void refused(ParleyException problem);
}

package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Command;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool.
 *
 * @param arguments which fit the tool's schema
 */
public record ToolCall(Exchange exchange, ObjectNode arguments) {
    public Client client() {
        return exchange.client();
    }

    public Principal principal() {
        return client().principal();
    }

    public void progress(double progress, @Nullable Double total, @Nullable String message) {
        exchange.progress(progress, total, message);
    }

    /**
     * Whether nobody wants the result any more. Waits in the store on behalf of the caller end by
     * themselves then.
     */
    public boolean isCancelled() {
        return exchange.isCancelled();
    }

    /**
     * Has the client's user fill in a form.
     *
     * @param key names the question among those of this call
     */
    public Reply ask(String key, String message, ObjectNode requestedSchema)
            throws InterruptedException {
        if (!client().can("elicitation")) {
            return new Reply.Unsupported();
        }
        var results = exchange.ask(Map.of(key, Input.elicitation(message, requestedSchema)));
        return Reply.of(results.getOrDefault(key, Json.object()));
    }

    /** The same command with an entry in the audit, because it is the act of a person. */
    public <R> Command<R> noted(Command<R> command, Function<R, @Nullable String> name) {
        return exchange.noted(command, name);
    }
}

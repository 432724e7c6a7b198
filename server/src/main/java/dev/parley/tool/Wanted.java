package dev.parley.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.CanonicalJson;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A call that somebody wants to be made.
 *
 * @param tool by its full name
 * @param agent for whom, when the caller speaks for nobody itself
 * @param id by which saying it again is recognised
 * @param atMost how long the caller waits in all, for an approval and for the answer
 */
public record Wanted(
        RunId run,
        String tool,
        ObjectNode arguments,
        @Nullable AgentName agent,
        @Nullable MessageId id,
        Duration atMost) {
    /** The same for whoever has waited since a moment of {@link System#nanoTime}. */
    Wanted after(long since) {
        var left = atMost.minusNanos(System.nanoTime() - since);
        var rest = left.isNegative() ? Duration.ZERO : left;
        return new Wanted(run, tool, arguments, agent, id, rest);
    }

    /** Tells a repetition from another call under the same id. */
    byte[] digest(AgentName by) {
        var asked = Json.object().put("tool", tool).put("agent", by.value());
        return CanonicalJson.digest(asked.set("arguments", arguments));
    }
}

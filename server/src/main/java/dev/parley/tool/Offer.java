package dev.parley.tool;

import dev.parley.tool.server.ServerSpec.Handling;
import dev.parley.tool.server.Tool;
import org.jspecify.annotations.Nullable;

/**
 * A tool as it is offered to somebody.
 *
 * @param name its full name
 * @param objection why whoever asked may not use it; null when it may
 */
public record Offer(
        String name, String server, Tool tool, Handling handling, @Nullable String objection) {
    public boolean isAllowed() {
        return objection == null;
    }
}

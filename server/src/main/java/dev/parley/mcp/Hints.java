package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;

/**
 * What a client may believe of a tool when it decides whether to ask its user first.
 *
 * @param openWorld whether it reaches beyond this hub
 */
public record Hints(boolean readOnly, boolean destructive, boolean idempotent, boolean openWorld) {
    /** Only looks. */
    public static final Hints READ = new Hints(true, false, true, false);

    /** Adds something; called twice, it adds twice. */
    public static final Hints ADD = new Hints(false, false, false, false);

    /** Changes something to what it then is, however often it is called. */
    public static final Hints SET = new Hints(false, false, true, false);

    ObjectNode json() {
        return Json.object()
                .put("readOnlyHint", readOnly)
                .put("destructiveHint", destructive)
                .put("idempotentHint", idempotent)
                .put("openWorldHint", openWorld);
    }
}

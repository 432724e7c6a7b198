package dev.parley.tool.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.util.List;

/**
 * Which MCP both sides speak: until 2025 a handshake opens a session; since 2026 every request says
 * everything itself.
 */
record Era(String version, boolean isStateless) {
    static final Era NEWEST_WITH_SESSIONS = new Era("2025-11-25", false);
    static final Era STATELESS = new Era("2026-07-28", true);

    /** The versions with sessions that the hub can speak, whatever it has proposed. */
    static final List<String> WITH_SESSIONS =
            List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

    private static final String META = "io.modelcontextprotocol/";

    static ObjectNode client() {
        return Json.object().put("name", "parley").put("version", "1");
    }

    /** The parameters as a request of this era carries them. */
    ObjectNode dress(ObjectNode params) {
        if (isStateless) {
            var meta = params.withObject("_meta");
            meta.put(META + "protocolVersion", version);
            meta.set(META + "clientInfo", client());
            meta.putObject(META + "clientCapabilities");
        }
        return params;
    }
}

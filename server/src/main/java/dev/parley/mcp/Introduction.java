package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.util.List;

/**
 * How the hub introduces itself.
 *
 * @param version of Parley
 * @param instructions what a model should know before it uses any tool
 */
public record Introduction(String version, String instructions) {
    static final String NEW = "2026-07-28";

    /** Of the protocol that opens with a handshake, the newest first. */
    static final List<String> OLD = List.of("2025-11-25", "2025-06-18", "2025-03-26");

    static final List<String> ALL = List.of(NEW, "2025-11-25", "2025-06-18", "2025-03-26");

    ObjectNode server() {
        return Json.object().put("name", "parley").put("title", "Parley").put("version", version);
    }

    static ObjectNode capabilities() {
        var can = Json.object();
        can.putObject("tools").put("listChanged", true);
        can.putObject("resources").put("subscribe", true).put("listChanged", true);
        can.putObject("prompts").put("listChanged", true);
        can.putObject("completions");
        can.putObject("logging");
        return can;
    }
}

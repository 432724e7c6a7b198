package dev.parley.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** A JSON-RPC message of MCP on its way to a server over HTTP, with the headers that repeat it. */
final class McpRequest {
    static final String VERSION_HEADER = "MCP-Protocol-Version";
    static final String NEWEST = "2026-07-28";

    private static final String META = "io.modelcontextprotocol/";

    private McpRequest() {}

    /** The version that a message names, which those of the stateless era do. */
    static Optional<String> version(JsonNode message) {
        return Optional.ofNullable(
                message.path("params").path("_meta").path(META + "protocolVersion").textValue());
    }

    /** Whether the message belongs to the era without sessions. */
    static boolean isStateless(JsonNode message) {
        return version(message).isPresent();
    }

    /** Marks what is asked as a message of the stateless era. */
    static ObjectNode stateless(String method, ObjectNode params) {
        var meta = params.putObject("_meta").put(META + "protocolVersion", NEWEST);
        meta.putObject(META + "clientCapabilities");
        meta.putObject(META + "clientInfo").put("name", "parley").put("version", Build.version());
        return Json.object()
                .put("jsonrpc", "2.0")
                .put("id", 1)
                .put("method", method)
                .set("params", params);
    }

    static HttpRequest.Builder to(URI server, String authorization, JsonNode message) {
        var request =
                HttpRequest.newBuilder(server)
                        .header("Authorization", authorization)
                        .header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(BodyPublishers.ofByteArray(Json.bytes(message)));
        version(message).ifPresent(version -> repeat(request, version, message));
        return request;
    }

    /**
     * In the stateless era headers say what is asked, so that nobody on the way must read bodies.
     */
    private static void repeat(HttpRequest.Builder request, String version, JsonNode message) {
        request.header(VERSION_HEADER, version)
                .header("Mcp-Method", header(message.path("method").asText()));
        var name =
                switch (message.path("method").asText()) {
                    case "tools/call", "prompts/get" -> message.path("params").path("name");
                    case "resources/read" -> message.path("params").path("uri");
                    default -> Json.object().path("");
                };
        if (name.isTextual()) {
            request.header("Mcp-Name", header(name.textValue()));
        }
    }

    private static String header(String value) {
        boolean isPlain =
                value.strip().equals(value) && value.chars().allMatch(c -> c > 31 && c < 127);
        return isPlain
                ? value
                : "=?base64?"
                        + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))
                        + "?=";
    }
}

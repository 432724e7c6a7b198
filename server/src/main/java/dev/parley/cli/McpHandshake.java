package dev.parley.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.codec.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a client has said that the hub remembers in a session, and that a new one must hear too. */
final class McpHandshake {
    private final Map<String, JsonNode> said = new LinkedHashMap<>();

    /** Notes what was sent and not refused. */
    synchronized void note(JsonNode message) {
        var method = message.path("method").asText();
        var uri = message.path("params").path("uri").asText();
        switch (method) {
            case "initialize" -> {
                said.clear();
                said.put(method, message);
            }
            case "notifications/initialized", "logging/setLevel" -> said.put(method, message);
            case "resources/subscribe" -> said.put(uri, message);
            case "resources/unsubscribe" -> said.remove(uri);
            default -> {}
        }
    }

    /** All of it, in the order in which it was said; nothing before there was a session. */
    synchronized List<JsonNode> messages() {
        return List.copyOf(said.values());
    }

    /** That whatever is subscribed to may have changed. */
    synchronized List<JsonNode> missed() {
        return said.values().stream()
                .filter(message -> message.path("method").asText().equals("resources/subscribe"))
                .map(message -> updated(message.path("params").path("uri").asText()))
                .toList();
    }

    private static JsonNode updated(String uri) {
        var updated =
                Json.object()
                        .put("jsonrpc", "2.0")
                        .put("method", "notifications/resources/updated");
        updated.putObject("params").put("uri", uri);
        return updated;
    }
}

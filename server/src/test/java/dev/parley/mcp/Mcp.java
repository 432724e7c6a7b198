package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.protocol.codec.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;

/** Speaks MCP to a hub as a client of either era does, message by message. */
record Mcp(Caller caller, String version, String session, ObjectNode capabilities) {
    static final String NEW = "2026-07-28";
    static final String OLD = "2025-11-25";

    static Mcp modern(Caller caller) {
        return new Mcp(caller, NEW, "", Json.object());
    }

    /** After the handshake. */
    static Mcp legacy(Caller caller) {
        return legacy(caller, Json.object());
    }

    static Mcp legacy(Caller caller, ObjectNode capabilities) {
        var params = Json.object().put("protocolVersion", OLD);
        params.set("capabilities", capabilities);
        params.putObject("clientInfo").put("name", "test").put("version", "1");
        var reply =
                caller.post("/mcp", Json.write(message(1, "initialize", params)), accept())
                        .expect(200);
        return new Mcp(caller, OLD, reply.header("Mcp-Session-Id"), capabilities);
    }

    Mcp with(ObjectNode can) {
        return new Mcp(caller, version, session, can);
    }

    boolean isModern() {
        return session.isEmpty();
    }

    private static String[] accept() {
        return new String[] {"Accept", "application/json, text/event-stream"};
    }

    static ObjectNode message(int id, String method, ObjectNode params) {
        var message = Json.object().put("jsonrpc", "2.0").put("id", id).put("method", method);
        message.set("params", params);
        return message;
    }

    /** What a client of this era says beside what it wants. */
    ObjectNode complete(ObjectNode params) {
        if (isModern()) {
            var meta = params.withObject("/_meta");
            meta.put("io.modelcontextprotocol/protocolVersion", version);
            meta.set("io.modelcontextprotocol/clientCapabilities", capabilities);
            meta.putObject("io.modelcontextprotocol/clientInfo")
                    .put("name", "test")
                    .put("version", "1");
        }
        return params;
    }

    String[] headers(String method, ObjectNode params) {
        var headers = new ArrayList<>(List.of(accept()));
        headers.addAll(List.of("MCP-Protocol-Version", version));
        if (isModern()) {
            headers.addAll(List.of("Mcp-Method", method));
            var name = params.has("uri") ? params.get("uri") : params.get("name");
            if (name != null) {
                headers.addAll(List.of("Mcp-Name", name.asText()));
            }
        } else {
            headers.addAll(List.of("Mcp-Session-Id", session));
        }
        return headers.toArray(String[]::new);
    }

    Reply post(String method, ObjectNode params) {
        var all = complete(params);
        return caller.post("/mcp", Json.write(message(7, method, all)), headers(method, all));
    }

    Reply post(String method) {
        return post(method, Json.object());
    }

    /** The result of a request that is answered with JSON. */
    JsonNode result(String method, ObjectNode params) {
        return post(method, params).expect(200).json().path("result");
    }

    JsonNode result(String method) {
        return result(method, Json.object());
    }

    JsonNode call(String tool, String arguments) {
        var params = Json.object().put("name", tool);
        params.set("arguments", Json.parse(arguments));
        return result("tools/call", params);
    }

    /** The error of a request. */
    JsonNode error(String method, ObjectNode params, int status) {
        return post(method, params).expect(status).json().path("error");
    }

    /** A call that is answered with events. */
    Events events(String method, ObjectNode params) {
        return Events.open(
                request(Json.write(message(7, method, complete(params))), headers(method, params)));
    }

    Events callForEvents(String tool) {
        return events("tools/call", Json.object().put("name", tool));
    }

    HttpRequest.Builder request(String body, String... headers) {
        return caller.request("/mcp")
                .header("Content-Type", "application/json")
                .headers(headers)
                .POST(BodyPublishers.ofString(body));
    }

    /** The stream of a session. */
    Events stream() {
        return Events.open(
                caller.request("/mcp")
                        .headers("Accept", "text/event-stream", "Mcp-Session-Id", session));
    }

    /** Something that wants no answer. */
    void tell(ObjectNode message) {
        caller.post("/mcp", Json.write(message.put("jsonrpc", "2.0")), headers("", Json.object()))
                .expect(202);
    }
}

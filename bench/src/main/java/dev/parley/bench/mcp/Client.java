package dev.parley.bench.mcp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.bench.http.Connection;
import dev.parley.bench.http.Load;
import dev.parley.protocol.codec.EventLines;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/**
 * A client of 2025-11-25, the newest protocol that both servers speak: one session on one
 * connection. It takes JSON and events alike.
 */
final class Client implements Load.Sender {
    private static final String VERSION = "2025-11-25";
    private static final String SESSION = "Mcp-Session-Id";

    /** Whose token a client has, and in which session it works. */
    record Seat(String token, String session) {}

    private final Connection connection;
    private final Tool tool;
    private long id;

    private Client(Connection connection, Tool tool) {
        this.connection = connection;
        this.tool = tool;
    }

    /** One of several copies of an agent, which is the same however often it comes. */
    static Client open(URI server, Seat seat, Tool tool, int number) throws IOException {
        var connection = new Connection(server, "/mcp", seat.token());
        connection.add("X-Parley-Session", seat.session());
        connection.add("X-Parley-Instance", "copy" + number);
        connection.add("Accept", "application/json, text/event-stream");
        var client = new Client(connection, tool);
        client.ask(
                "initialize",
                "{\"protocolVersion\":\""
                        + VERSION
                        + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}");
        connection.add(
                SESSION,
                connection
                        .header(SESSION)
                        .orElseThrow(() -> new IOException("the server has opened no session")));
        connection.add("MCP-Protocol-Version", VERSION);
        connection.post("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", 202);
        return client;
    }

    /** What the server answers to a request. */
    ObjectNode ask(String method, String params) throws IOException {
        var answer = new String(post(method, params), StandardCharsets.UTF_8);
        var json = answer.startsWith("{") ? answer : data(answer);
        return (ObjectNode) Json.parseTrusted(json).required("result");
    }

    private static String data(String events) throws IOException {
        var lines = new EventLines();
        return events.lines()
                .flatMap(line -> lines.take(line).stream())
                .map(EventLines.Event::data)
                .findFirst()
                .orElseThrow(() -> new IOException("no answer: " + events));
    }

    private byte[] post(String method, String params) throws IOException {
        return connection.post(
                "{\"jsonrpc\":\"2.0\",\"id\":"
                        + ++id
                        + ",\"method\":\""
                        + method
                        + "\",\"params\":"
                        + params
                        + "}",
                200);
    }

    /** What the tool answers. */
    ObjectNode call() throws IOException {
        return ask("tools/call", params());
    }

    /** Calls the tool; whatever it is refused is an error. */
    @Override
    public void send() throws IOException {
        var answer = new String(post("tools/call", params()), StandardCharsets.ISO_8859_1);
        if (!answer.contains("\"structuredContent\"") || answer.contains("\"isError\":true")) {
            throw new IOException(tool.name() + " was refused: " + answer);
        }
    }

    private String params() {
        return "{\"name\":\"" + tool.name() + "\",\"arguments\":" + tool.arguments() + "}";
    }

    @Override
    public void close() throws IOException {
        connection.delete();
        connection.close();
    }
}

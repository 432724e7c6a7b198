package dev.parley.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Permission;
import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A real server and clients for it; the token of a role is the role's name. */
final class TestHttp implements AutoCloseable {
    final HttpServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private TestHttp(HttpServer server) {
        this.server = server;
    }

    static TestHttp start(Consumer<Routes> contents) {
        return start(settings -> settings, contents);
    }

    /** One address, to get from or post to. */
    static TestHttp at(String template, Handler handler) {
        return at(settings -> settings, template, handler);
    }

    static TestHttp at(UnaryOperator<HttpSettings> adapt, String template, Handler handler) {
        return start(
                adapt,
                routes ->
                        routes.get(template, Permission.READ, handler)
                                .post(template, Permission.SEND, handler));
    }

    static TestHttp start(UnaryOperator<HttpSettings> adapt, Consumer<Routes> contents) {
        var routes = new Routes();
        contents.accept(routes);
        var settings = adapt.apply(HttpSettings.on("127.0.0.1", 0));
        return new TestHttp(HttpServer.start(settings, routes, TestHttp::authenticate));
    }

    static Principal authenticate(String authorization) {
        for (var role : Role.values()) {
            var name = Wire.name(role);
            if (authorization.equals("Bearer " + name)) {
                var agent = role.isAgent() ? new AgentName(name) : null;
                return new Principal("tok_" + name, new Space("default"), role, name, agent);
            }
        }
        throw new ParleyException(Problem.UNAUTHENTICATED, "this token is not known here");
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("Authorization", "Bearer owner");
    }

    HttpRequest.Builder posting(String path, String json) {
        return request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json));
    }

    HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    HttpResponse<String> post(String path, String json) throws Exception {
        return send(posting(path, json));
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofString());
    }

    HttpClient client() {
        return client;
    }

    Wiretap connect() throws Exception {
        return new Wiretap(server.port());
    }

    /** Sends these lines as they are and returns everything until the server hangs up. */
    String raw(String... lines) throws Exception {
        try (var wire = connect()) {
            return wire.request(lines).readAll();
        }
    }

    static ObjectNode json(HttpResponse<String> response) {
        return Json.parseObject(response.body().getBytes(StandardCharsets.UTF_8));
    }

    /** The code of a problem, after checking that it is told as one. */
    static String code(HttpResponse<String> response) {
        var type = response.headers().firstValue("Content-Type").orElse("none");
        if (!type.equals("application/problem+json")) {
            throw new AssertionError("no problem: " + response + ' ' + type);
        }
        return json(response).path("code").asText();
    }

    static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse("");
    }

    static Answer said(String text) {
        return Answer.ok(JsonNodeFactory.instance.objectNode().put("said", text));
    }

    static String said(HttpResponse<String> response) {
        return json(response).path("said").asText();
    }

    @Override
    public void close() {
        client.shutdownNow();
        server.close();
    }
}

package dev.parley.cli;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Calls a tool that changes nothing on the way on which a coding agent would call it. */
final class Probe implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final JsonPointer SERVER =
            JsonPointer.compile("/_meta/io.modelcontextprotocol~1serverInfo/name");
    private static final int TRIES = 3;
    private static final int SHOWN = 200;

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    /** How a probe went. */
    sealed interface Finding {
        record Well(Duration roundTrip) implements Finding {}

        /** The way to the hub is broken. */
        record Unreachable(String why) implements Finding {}

        /** There is a hub, but not the one that was meant. */
        record Elsewhere(String why) implements Finding {}

        /** Something is there and does not let the agent in. */
        record Refused(String why) implements Finding {}
    }

    Finding of(McpServer server) {
        var best = Duration.ofDays(1);
        for (int attempt = 0; attempt < TRIES; attempt++) {
            var found = once(server);
            if (!(found instanceof Finding.Well(var time))) {
                return found;
            }
            best = time.compareTo(best) < 0 ? time : best;
        }
        return new Finding.Well(best);
    }

    private Finding once(McpServer server) {
        var params = Json.object().put("name", "list_agents");
        params.putObject("arguments");
        var message = McpRequest.stateless("tools/call", params);
        try {
            var request =
                    McpRequest.to(URI.create(server.url()), server.authorization(), message)
                            .header("X-Parley-Instance", InstanceId.PROBE.value())
                            .timeout(PATIENCE)
                            .build();
            long begun = System.nanoTime();
            var answer = http.send(request, BodyHandlers.ofString());
            var took = Duration.ofNanos(System.nanoTime() - begun);
            return judged(server, answer.statusCode(), answer.body(), took);
        } catch (IOException | IllegalArgumentException e) {
            return new Finding.Unreachable("nothing answers at " + server.url());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Finding.Unreachable("interrupted");
        }
    }

    private static Finding judged(McpServer server, int status, String body, Duration took) {
        var result = result(body);
        if (status != HttpURLConnection.HTTP_OK || result.isMissingNode()) {
            return new Finding.Refused("the hub answered " + status + ": " + reason(body));
        }
        if (!result.at(SERVER).asText().equals(McpServer.NAME)) {
            return new Finding.Refused("what answers at " + server.url() + " is no Parley hub");
        }
        return result.path("isError").asBoolean()
                ? new Finding.Refused(
                        "the hub refused: " + shortened(result.at("/content/0/text").asText(body)))
                : new Finding.Well(took);
    }

    private static JsonNode result(String body) {
        try {
            return Json.parseObject(body).path("result");
        } catch (ParleyException e) {
            return MissingNode.getInstance();
        }
    }

    /** What the hub says of it; whatever else answers there says it in its own way. */
    private static String reason(String body) {
        try {
            var json = Json.parseObject(body);
            var said = json.path("detail").asText(json.path("error").path("message").asText(body));
            // What follows is how somebody without a token comes to one.
            return shortened(said.replaceFirst("; create one with .*", ""));
        } catch (ParleyException e) {
            return shortened(body);
        }
    }

    private static String shortened(String body) {
        var line = body.strip().replaceAll("\\s+", " ");
        return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "…";
    }

    @Override
    public void close() {
        http.shutdownNow();
        http.close();
    }
}

package dev.parley.tool.server;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.MirroredArgument;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What stands at the head of each request to a server elsewhere. */
final class Letterhead {
    private static final String SESSION = "Mcp-Session-Id";
    private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]+");

    private final Reach.Http server;
    private volatile Era era = Era.NEWEST_WITH_SESSIONS;
    private volatile @Nullable String session;
    private volatile Map<String, List<MirroredArgument>> mirrored = Map.of();

    Letterhead(Reach.Http server) {
        this.server = server;
    }

    Era era() {
        return era;
    }

    void speaks(Era now) {
        era = now;
    }

    boolean isInSession() {
        return session != null;
    }

    /** Notes the session that a server has opened. */
    void heed(HttpResponse<?> response) {
        response.headers().firstValue(SESSION).ifPresent(given -> session = given);
    }

    /** Notes which arguments of calls are to be repeated. */
    void heed(List<Tool> tools) {
        mirrored =
                tools.stream()
                        .collect(
                                Collectors.toUnmodifiableMap(
                                        Tool::name,
                                        tool -> MirroredArgument.of(tool.inputSchema())));
    }

    HttpRequest post(ObjectNode message) {
        var request =
                begun().header("Content-Type", "application/json")
                        .header("Accept", "application/json, text/event-stream")
                        .POST(BodyPublishers.ofByteArray(Json.bytes(message)));
        var method = message.path("method").asText();
        if (!method.equals("initialize")) {
            request.setHeader("MCP-Protocol-Version", era.version());
        }
        if (era.isStateless()) {
            request.setHeader("Mcp-Method", method);
            var name = message.path("params").path("name").asText();
            if (!name.isEmpty()) {
                request.setHeader("Mcp-Name", MirroredArgument.coded(name));
                mirror(request, mirrored.getOrDefault(name, List.of()), message);
            }
        }
        return request.build();
    }

    private static void mirror(
            HttpRequest.Builder request, List<MirroredArgument> all, ObjectNode message) {
        for (var one : all) {
            var said = one.in(message.path("params").path("arguments"));
            if (said.isPresent() && HEADER.matcher(one.header()).matches()) {
                request.setHeader(one.header(), MirroredArgument.coded(said.get().asText()));
            }
        }
    }

    /** What ends the session, if there is one. */
    Optional<HttpRequest> farewell(Duration atMost) {
        return isInSession()
                ? Optional.of(
                        begun().setHeader("MCP-Protocol-Version", era.version())
                                .timeout(atMost)
                                .DELETE()
                                .build())
                : Optional.empty();
    }

    private HttpRequest.Builder begun() {
        var request = HttpRequest.newBuilder(server.url());
        server.headers().forEach(request::setHeader);
        var given = session;
        return given == null ? request : request.setHeader(SESSION, given);
    }
}

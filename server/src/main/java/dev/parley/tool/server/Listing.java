package dev.parley.tool.server;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;

/** Asks a server for its tools, page after page, as long as that leads anywhere. */
final class Listing {
    private static final int MAX_TOOLS = 1_000;
    private static final int MAX_PAGES = 100;
    private static final Duration AT_MOST = Duration.ofSeconds(15);

    private Listing() {}

    /** The tools; of two that are called the same, the first. */
    static List<Tool> of(Link link) {
        long since = System.nanoTime();
        var found = new LinkedHashMap<String, Tool>();
        var params = Json.object();
        for (int page = 0; page < MAX_PAGES && found.size() < MAX_TOOLS; page++) {
            var left = AT_MOST.minusNanos(System.nanoTime() - since);
            if (left.isNegative()) {
                throw unavailable("it takes too long to say which tools it has");
            }
            if (!(link.ask("tools/list", params, left, _ -> {})
                    instanceof Reply.Result(var value))) {
                throw unavailable("it does not say which tools it has");
            }
            value.path("tools")
                    .forEach(
                            tool ->
                                    Tool.read(tool)
                                            .ifPresent(
                                                    read -> found.putIfAbsent(read.name(), read)));
            var next = value.path("nextCursor").asText();
            if (next.isEmpty()) {
                break;
            }
            params = Json.object().put("cursor", next);
        }
        return List.copyOf(found.values());
    }

    private static ParleyException unavailable(String why) {
        return new ParleyException(Problem.TOOL_UNAVAILABLE, why);
    }
}

package dev.parley.client;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The tools of the servers that the hub is configured with. */
public final class Tools {
    private final Transport transport;

    Tools(Transport transport) {
        this.transport = transport;
    }

    /**
     * Every tool, and of which servers nothing is known just now.
     *
     * @param unavailable why, by the name of the server
     */
    public record Listed(List<ToolView> tools, Map<String, String> unavailable) {}

    /** What there is for an agent; for nobody in particular when it is empty. */
    public Listed list(Optional<String> agent) {
        var target = Target.of("api", "tools");
        agent.ifPresent(name -> target.with("agent", name));
        var answer = transport.get(target);
        var ailing = new TreeMap<String, String>();
        answer.json()
                .path("unavailable")
                .properties()
                .forEach(server -> ailing.put(server.getKey(), server.getValue().asText()));
        return new Listed(answer.list("items").stream().map(ToolView::read).toList(), ailing);
    }
}

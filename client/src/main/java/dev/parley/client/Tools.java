package dev.parley.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
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

    /**
     * Calls a tool in a run and waits for what it answers; it is called once, however often the
     * connection breaks. Where a person must approve the call first and has not within the wait, it
     * is refused as {@code approval-pending}: make it again once that question is answered.
     */
    public ToolCall call(RunId run, String tool, ObjectNode arguments, Duration wait) {
        var body = Json.object().put("wait", Target.seconds(wait));
        body.set("arguments", arguments);
        var target = Target.of("api", "runs", run.value(), "tools", tool);
        return ToolCall.read(transport.post(target, body, wait, transport.mint("key")));
    }
}

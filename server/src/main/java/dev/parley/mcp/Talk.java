package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Listening;
import dev.parley.http.Call;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Command;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An exchange of either era. */
final class Talk implements Exchange {
    private final Call call;
    private final Client client;
    private final Listening listening;
    private final Outgoing out;
    private final Rpc.Request request;
    private final Era era;
    private final @Nullable JsonNode progressToken;
    private double told = Double.NEGATIVE_INFINITY;

    Talk(
            Call call,
            Client client,
            Listening listening,
            Outgoing out,
            Rpc.Request request,
            Era era) {
        this.call = call;
        this.client = client;
        this.listening = listening;
        this.out = out;
        this.request = request;
        this.era = era;
        this.progressToken = request.params().path("_meta").get("progressToken");
    }

    @Override
    public Client client() {
        return client;
    }

    @Override
    public void progress(double progress, @Nullable Double total, @Nullable String message) {
        if (progressToken == null || progress <= told) {
            return;
        }
        told = progress;
        var params = Json.object();
        params.set("progressToken", progressToken);
        params.put("progress", progress);
        if (total != null) {
            params.put("total", total);
        }
        if (message != null) {
            params.put("message", message);
        }
        out.tell(Rpc.notification("notifications/progress", params));
    }

    @Override
    public void log(LogLevel level, JsonNode data) {
        if (era.threshold().filter(least -> level.compareTo(least) >= 0).isPresent()) {
            var params = Json.object().put("level", Wire.name(level)).put("logger", "parley");
            params.set("data", data);
            out.tell(Rpc.notification("notifications/message", params));
        }
    }

    @Override
    public boolean isCancelled() {
        return listening.isOver();
    }

    @Override
    public Map<String, ObjectNode> ask(Map<String, Input> wanted) throws InterruptedException {
        var missing = new LinkedHashMap<String, Object>();
        for (var input : wanted.values()) {
            if (!client.can(input.capability())) {
                missing.put(input.capability(), Map.of());
            }
        }
        if (!missing.isEmpty()) {
            throw new ParleyException(
                    Problem.MISSING_CAPABILITY,
                    "this needs a client that can " + String.join(", ", missing.keySet()),
                    Map.of("requiredCapabilities", missing));
        }
        return era.ask(wanted);
    }

    @Override
    public Optional<Named> named() {
        return era.named(request.id());
    }

    @Override
    public <R> Command<R> noted(Command<R> command, Function<R, @Nullable String> name) {
        return call.noted(command, name);
    }

    @Override
    public void refused(ParleyException problem) {
        call.refused(null, problem);
    }
}

package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * {@code subscriptions/listen}: a stream of what a client wants to be told, for as long as it is
 * open.
 */
final class Listeners {
    /** How many resources one listener may follow. */
    static final int MOST_FOLLOWED = 256;

    private static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

    private final Engine engine;
    private final Offers offers;

    Listeners(Engine engine, Offers offers) {
        this.engine = engine;
        this.offers = offers;
    }

    Answer answer(Call call, Client client, Rpc.Request request) {
        try {
            if (!Answering.takesEvents(call)) {
                throw Methods.bad("subscriptions/listen needs Accept: text/event-stream");
            }
            var wanted = wanted(client, request);
            return Answer.live(
                            "text/event-stream",
                            (out, cut) -> serve(client, request.id(), wanted, out, cut))
                    .with("X-Accel-Buffering", "no");
        } catch (ParleyException refused) {
            return refused(request, refused);
        }
    }

    private static Answer refused(Rpc.Request request, ParleyException problem) {
        return new Outcome(400, Rpc.error(request.id(), problem)).answer();
    }

    /** What a listener will be told. */
    private record Wanted(Set<Offers.Kind> lists, Map<String, Watchable> resources) {
        ObjectNode json() {
            var json = Json.object();
            lists.forEach(kind -> json.put(kind.filter(), true));
            if (!resources.isEmpty()) {
                var uris = json.putArray("resourceSubscriptions");
                resources.keySet().forEach(uris::add);
            }
            return json;
        }
    }

    /** What cannot be followed is left out. */
    private Wanted wanted(Client client, Rpc.Request request) {
        if (!(request.params().get("notifications") instanceof ObjectNode filter)) {
            throw Methods.bad("params.notifications must be an object");
        }
        var lists = EnumSet.noneOf(Offers.Kind.class);
        for (var kind : Offers.Kind.values()) {
            if (filter.path(kind.filter()).asBoolean()) {
                lists.add(kind);
            }
        }
        var uris = filter.path("resourceSubscriptions");
        if (uris.size() > MOST_FOLLOWED) {
            throw Methods.bad("one listener follows at most " + MOST_FOLLOWED + " resources");
        }
        var resources = new LinkedHashMap<String, Watchable>();
        for (var uri : uris) {
            engine.watch(client, uri.asText())
                    .ifPresent(watchable -> resources.put(uri.asText(), watchable));
        }
        return new Wanted(lists, resources);
    }

    private void serve(Client client, JsonNode id, Wanted wanted, OutputStream out, Runnable cut)
            throws IOException, InterruptedException {
        try (var ear = new Ear(engine.wakeups())) {
            wanted.lists.forEach(kind -> ear.follow(offers, kind));
            wanted.resources.forEach(ear::follow);
            engine.serve(
                    client,
                    out,
                    cut,
                    ear::ring,
                    (pen, lasts) -> {
                        acknowledge(pen, id, wanted.json());
                        var pulse = engine.pens().pulse();
                        ear.tell(pen, pulse, lasts, news -> tell(pen, id, news));
                        end(pen, id);
                    });
        }
    }

    private static void acknowledge(Pens.Pen pen, JsonNode id, ObjectNode honoured)
            throws IOException {
        var params = Json.object();
        params.set("notifications", honoured);
        tell(pen, id, Rpc.notification("notifications/subscriptions/acknowledged", params));
    }

    private static void tell(Pens.Pen pen, JsonNode id, ObjectNode notification)
            throws IOException {
        notification.withObject("/params/_meta").set(SUBSCRIPTION, id);
        pen.event(Json.write(notification));
    }

    /** The hub stops: the client knows that nothing was lost. */
    private static void end(Pens.Pen pen, JsonNode id) throws IOException {
        var result = Json.object().put("resultType", "complete");
        result.putObject("_meta").set(SUBSCRIPTION, id);
        pen.event(Json.write(Rpc.result(id, result)));
    }
}

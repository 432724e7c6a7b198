package dev.parley.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

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
        if (!Answering.takesEvents(call)) {
            return refused(
                    request, Methods.bad("subscriptions/listen needs Accept: text/event-stream"));
        }
        var ear = new Ear(engine.wakeups());
        try {
            var acknowledged = follow(client, request, ear);
            return Answer.live(
                            "text/event-stream",
                            (out, cut) -> serve(client, request.id(), acknowledged, ear, out, cut))
                    .with("X-Accel-Buffering", "no");
        } catch (ParleyException refused) {
            ear.close();
            return refused(request, refused);
        }
    }

    private static Answer refused(Rpc.Request request, ParleyException problem) {
        return new Outcome(400, Rpc.error(request.id(), problem)).answer();
    }

    /** What it will be told; what cannot be followed is left out. */
    private ObjectNode follow(Client client, Rpc.Request request, Ear ear) {
        if (!(request.params().get("notifications") instanceof ObjectNode filter)) {
            throw Methods.bad("params.notifications must be an object");
        }
        var honoured = Json.object();
        for (var kind : Offers.Kind.values()) {
            if (filter.path(kind.filter()).asBoolean()) {
                ear.follow(offers, kind);
                honoured.put(kind.filter(), true);
            }
        }
        if (filter.has("resourceSubscriptions")) {
            var uris = honoured.putArray("resourceSubscriptions");
            resources(client, filter.path("resourceSubscriptions"), ear).forEach(uris::add);
        }
        return honoured;
    }

    private List<String> resources(Client client, JsonNode wanted, Ear ear) {
        if (wanted.size() > MOST_FOLLOWED) {
            throw Methods.bad("one listener follows at most " + MOST_FOLLOWED + " resources");
        }
        var followed = new ArrayList<String>();
        for (var uri : wanted) {
            engine.watch(client, uri.asText())
                    .ifPresent(
                            watchable -> {
                                ear.follow(uri.asText(), watchable);
                                followed.add(uri.asText());
                            });
        }
        return followed;
    }

    private void serve(
            Client client,
            JsonNode id,
            ObjectNode acknowledged,
            Ear ear,
            OutputStream out,
            Runnable cut)
            throws IOException, InterruptedException {
        try (ear) {
            engine.serve(
                    client,
                    out,
                    cut,
                    ear::ring,
                    (pen, lasts) -> {
                        acknowledge(pen, id, acknowledged);
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

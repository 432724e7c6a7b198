package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.parley.access.HubKey;
import dev.parley.access.Permission;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.http.Routes;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code /mcp}: whichever era a client speaks, it is answered in its own. */
public final class McpDoor {
    private final Modern modern;
    private final Legacy legacy;

    public McpDoor(
            Engine engine,
            Introduction introduction,
            Sessions sessions,
            Offers offers,
            HubKey key,
            InstantSource clock) {
        var methods = new Methods(engine.catalogue(), engine.incidents());
        var states = new RequestState(key, clock);
        var listeners = new Listeners(engine, offers);
        this.modern = new Modern(methods, engine, introduction, states, listeners);
        this.legacy = new Legacy(methods, engine, introduction, sessions, offers);
    }

    /** Whoever may look may come in; each tool asks for what it needs. */
    public void addTo(Routes routes) {
        routes.post("/mcp", Permission.READ, this::post)
                .get("/mcp", Permission.READ, this::get)
                .delete("/mcp", Permission.READ, legacy::end);
    }

    private Answer post(Call call) throws IOException, InterruptedException {
        Rpc message = null;
        try {
            var body = call.anyJson();
            if (body instanceof ArrayNode array) {
                return legacy.batch(call, array);
            }
            message = Rpc.read(body);
            return switch (message) {
                case Rpc.Request request when ModernHeaders.isModern(call, request) ->
                        modern.answer(call, request);
                case Rpc.Request request -> legacy.answer(call, request);
                case Rpc.Notification notification -> notified(call, notification);
                case Rpc.Response response -> legacy.answered(call, response);
            };
        } catch (ParleyException refused) {
            return refused(call, message, refused);
        }
    }

    private Answer notified(Call call, Rpc.Notification notification) {
        if (call.header(Legacy.SESSION).isEmpty()) {
            // The new protocol has none that a hub would have to hear.
            call.isLook();
            return Answer.accepted();
        }
        return legacy.notified(call, notification);
    }

    private static Answer refused(Call call, @Nullable Rpc message, ParleyException problem) {
        int status =
                switch (problem.problem().status()) {
                    case 400, 422 -> 400;
                    case 404 -> 404;
                    default -> throw problem;
                };
        call.refused(null, problem);
        call.isLook();
        var id = message instanceof Rpc.Request request ? request.id() : null;
        return Answer.json(status, Rpc.error(id, problem));
    }

    /** Only a session has a stream of its own. */
    private Answer get(Call call) {
        if (call.header(Legacy.SESSION).isEmpty()) {
            throw new ParleyException(
                    Problem.METHOD_NOT_ALLOWED,
                    "GET needs the Mcp-Session-Id of a session; since 2026-07-28 POST"
                            + " subscriptions/listen takes its place",
                    Map.of("allow", "POST"));
        }
        return legacy.stream(call);
    }
}

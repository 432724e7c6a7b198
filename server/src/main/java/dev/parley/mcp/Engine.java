package dev.parley.mcp;

import dev.parley.access.Listening;
import dev.parley.agent.Presence;
import dev.parley.bus.Wakeups;
import dev.parley.http.Call;
import dev.parley.http.Incidents;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.SessionId;
import dev.parley.stream.Streams;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** What both eras need to answer a request. */
public record Engine(
        Catalogue catalogue,
        Streams streams,
        Wakeups wakeups,
        Attendance attendance,
        Pens pens,
        Incidents incidents) {

    public static Engine of(
            Catalogue catalogue,
            Streams streams,
            Wakeups wakeups,
            Presence presence,
            Pens pens,
            Incidents incidents) {
        return new Engine(catalogue, streams, wakeups, new Attendance(presence), pens, incidents);
    }

    Listening listening() {
        return new Listening(wakeups);
    }

    Answering answering(Call call, Rpc.Request request, Client client, Listening listening) {
        return new Answering(call, request.id(), client, this, listening);
    }

    /** Has events written on the calling thread, for as long as the token and the hub let it. */
    void serve(Client client, OutputStream out, Runnable cut, Runnable nudge, Writing writing)
            throws IOException, InterruptedException {
        try (var pen = pens.take(out, cut);
                var _ = attendance.hold(client)) {
            try {
                streams.serve(client.principal(), nudge, lasts -> writing.run(pen, lasts));
            } catch (ParleyException ended) {
                pen.endOrThrow(ended);
            }
        }
    }

    /** What is written while it may. */
    @FunctionalInterface
    interface Writing {
        void run(Pens.Pen pen, BooleanSupplier lasts) throws IOException, InterruptedException;
    }

    /** The durable session that the caller works in. */
    Optional<SessionId> session(Call call) {
        return call.caller().heldTo().or(() -> call.header("X-Parley-Session").map(SessionId::new));
    }

    /** Of a person only what changes something is noted. */
    void note(Call call, Client client, Rpc.Request request) {
        var tool = tool(client, request);
        if (tool.isPresent() && !tool.get().hints().readOnly()) {
            call.act(tool.get().name(), "");
        } else {
            call.isLook();
        }
    }

    /** Whether nobody knows how long it takes, or what it has to tell before. */
    boolean mayTakeLong(Client client, Rpc.Request request) {
        return Methods.isWork(request.method())
                && !tool(client, request).map(Tool::isBrief).orElse(false);
    }

    private Optional<Tool> tool(Client client, Rpc.Request request) {
        return request.method().equals("tools/call")
                ? catalogue.tool(client, request.params().path("name").asText())
                : Optional.empty();
    }

    /** How to follow a resource; empty when it cannot be, or not by this client. */
    Optional<Watchable> watch(Client client, String uri) {
        try {
            return catalogue.watch(client, uri);
        } catch (ParleyException _) {
            return Optional.empty();
        }
    }

    ParleyException problem(String method, Throwable thrown) {
        return switch (thrown) {
            case ParleyException known -> known;
            case InterruptedException _ ->
                    new ParleyException(Problem.SHUTTING_DOWN, "the hub is shutting down");
            default -> incidents.report(method, "/mcp", thrown);
        };
    }
}

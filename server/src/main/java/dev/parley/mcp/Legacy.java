package dev.parley.mcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Listening;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** The protocols up to 2025-11-25: a handshake opens a session. */
final class Legacy {
    static final String SESSION = "Mcp-Session-Id";

    private final Methods methods;
    private final Engine engine;
    private final Introduction introduction;
    private final Sessions sessions;
    private final Offers offers;

    Legacy(
            Methods methods,
            Engine engine,
            Introduction introduction,
            Sessions sessions,
            Offers offers) {
        this.methods = methods;
        this.engine = engine;
        this.introduction = introduction;
        this.sessions = sessions;
        this.offers = offers;
    }

    Answer answer(Call call, Rpc.Request request) throws InterruptedException {
        if (request.method().equals("initialize")) {
            return initialized(call, request);
        }
        var session = session(call);
        var client = client(call, session);
        engine.attendance().seen(client);
        engine.note(call, client, request);
        var listening = engine.listening();
        var answering = engine.answering(call, request, client, listening);
        if (!engine.mayTakeLong(client, request)) {
            return outcome(call, session, client, request, listening, answering).answer();
        }
        session.begin(request.id(), listening);
        return answering.answer(
                () -> {
                    try {
                        return outcome(call, session, client, request, listening, answering);
                    } finally {
                        session.end(request.id());
                    }
                });
    }

    private Answer initialized(Call call, Rpc.Request request) {
        call.isLook();
        var params = request.params();
        var asked = Methods.text(params, "protocolVersion");
        var version = Introduction.OLD.contains(asked) ? asked : Introduction.OLD.getFirst();
        var session =
                sessions.open(
                        call.caller(),
                        new Session.Introduced(
                                params.path("clientInfo").path("name").asText(),
                                version,
                                params.withObject("/capabilities")));
        for (var kind : Offers.Kind.values()) {
            session.ear().follow(offers, kind);
        }
        engine.attendance().seen(client(call, session));
        var result = Json.object().put("protocolVersion", version);
        result.set("capabilities", Introduction.capabilities());
        result.set("serverInfo", introduction.server());
        result.put("instructions", introduction.instructions());
        return Answer.ok(Rpc.result(request.id(), result)).with(SESSION, session.id());
    }

    Session session(Call call) {
        var version = call.header(ModernHeaders.VERSION);
        if (version.isPresent() && !Introduction.OLD.contains(version.get())) {
            throw ModernHeaders.unsupported(version.get());
        }
        var id =
                call.header(SESSION)
                        .orElseThrow(
                                () ->
                                        new ParleyException(
                                                Problem.BAD_REQUEST,
                                                "the header "
                                                        + SESSION
                                                        + " is missing; the answer to initialize"
                                                        + " has it"));
        return sessions.find(call.caller(), id);
    }

    private Client client(Call call, Session session) {
        var introduced = session.introduced();
        return new Client(
                call.caller(),
                session.instance(call.instance()),
                engine.session(call),
                introduced.name(),
                introduced.version(),
                introduced.capabilities());
    }

    private Outcome outcome(
            Call call,
            Session session,
            Client client,
            Rpc.Request request,
            Listening listening,
            Outgoing out) {
        try {
            var talk =
                    new Talk(
                            call,
                            client,
                            listening,
                            out,
                            request,
                            new OldEra(session, out, listening));
            var result = listening.during(() -> run(session, request, talk));
            return Outcome.ok(Rpc.result(request.id(), result));
        } catch (Throwable thrown) {
            var problem = engine.problem(request.method(), thrown);
            return Outcome.ok(Rpc.error(request.id(), problem));
        }
    }

    private ObjectNode run(Session session, Rpc.Request request, Talk talk) throws Exception {
        var params = request.params();
        switch (request.method()) {
            case "ping" -> {}
            case "logging/setLevel" -> session.threshold(level(Methods.text(params, "level")));
            case "resources/subscribe" -> subscribe(session, talk.client(), params);
            case "resources/unsubscribe" -> session.ear().leave(Methods.text(params, "uri"));
            default -> {
                return methods.run(request.method(), params, talk);
            }
        }
        return Json.object();
    }

    private static LogLevel level(String name) {
        return Arrays.stream(LogLevel.values())
                .filter(level -> Wire.name(level).equals(name))
                .findFirst()
                .orElseThrow(() -> Methods.bad("level must be one of debug to emergency"));
    }

    private void subscribe(Session session, Client client, ObjectNode params) {
        if (session.ear().following() >= Listeners.MOST_FOLLOWED) {
            throw Methods.bad(
                    "one session follows at most " + Listeners.MOST_FOLLOWED + " resources");
        }
        var uri = Methods.text(params, "uri");
        session.ear()
                .follow(
                        uri,
                        engine.catalogue()
                                .watch(client, uri)
                                .orElseThrow(() -> Methods.bad("this cannot be subscribed to")));
    }

    Answer notified(Call call, Rpc.Notification notification) {
        call.isLook();
        var session = session(call);
        var request = notification.params().get("requestId");
        if (notification.method().equals("notifications/cancelled") && request != null) {
            session.cancel(request);
        }
        return Answer.accepted();
    }

    Answer answered(Call call, Rpc.Response response) {
        call.isLook();
        session(call).answered(response);
        return Answer.accepted();
    }

    /** Answers all that wants an answer, one after the other. */
    Answer batch(Call call, ArrayNode array) {
        var session = session(call);
        if (!session.introduced().version().equals(Batch.VERSION)) {
            throw new ParleyException(
                    Problem.BAD_REQUEST, "this version of the protocol has no batches");
        }
        var client = client(call, session);
        engine.attendance().seen(client);
        var answers = Json.array();
        for (var message : Batch.read(array).messages()) {
            switch (message) {
                case Rpc.Request request -> answers.add(inBatch(call, session, client, request));
                case Rpc.Notification notification -> notified(call, notification);
                case Rpc.Response response -> session.answered(response);
            }
        }
        return answers.isEmpty() ? Answer.accepted() : Answer.ok(answers);
    }

    private ObjectNode inBatch(Call call, Session session, Client client, Rpc.Request request) {
        engine.note(call, client, request);
        var nowhere = Batch.NOWHERE;
        return outcome(call, session, client, request, engine.listening(), nowhere).message();
    }

    /** What the hub has to say of its own accord, for as long as the client listens. */
    Answer stream(Call call) {
        var session = session(call);
        var client = client(call, session);
        return Answer.live("text/event-stream", (out, cut) -> stream(session, client, out, cut))
                .with("X-Accel-Buffering", "no");
    }

    private void stream(Session session, Client client, OutputStream out, Runnable cut)
            throws IOException, InterruptedException {
        var taken = session.takeStream();
        var ear = session.ear();
        try {
            engine.serve(
                    client,
                    out,
                    cut,
                    ear::ring,
                    (pen, lasts) -> {
                        pen.pulse();
                        ear.tell(
                                pen,
                                engine.pens().pulse(),
                                () -> session.hasStream(taken) && lasts.getAsBoolean(),
                                news -> pen.event(Json.write(news)));
                    });
        } finally {
            session.leaveStream(taken);
        }
    }

    Answer end(Call call) {
        call.isLook();
        sessions.end(session(call));
        return Answer.noContent();
    }
}

package dev.parley.http.api;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.parley.access.Principal;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.Source;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Fields;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Wording;
import dev.parley.session.NewSession;
import dev.parley.session.Saying;
import dev.parley.session.SessionGlance;
import dev.parley.session.SessionView;
import dev.parley.session.Sessions;
import dev.parley.store.Cursor;
import dev.parley.store.Store;
import dev.parley.store.table.SessionRow;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Sessions over HTTP, in the words of those who ask for them. */
public final class SessionRoutes {
    /** Sorts after the id of every session. */
    private static final String END = "~";

    private final Store store;
    private final Sessions sessions;
    private final Wording wording;
    private final Idempotency idempotency;

    public SessionRoutes(Store store, Sessions sessions, Wording wording) {
        this.store = store;
        this.sessions = sessions;
        this.wording = wording;
        this.idempotency = new Idempotency(store);
    }

    Answer create(Call call) throws IOException {
        var body = call.json();
        var in = Fields.of(body);
        var agent = in.text("agent");
        var wanted =
                new NewSession(
                        agent == null ? null : new AgentName(agent),
                        in.text("cwd"),
                        in.text("model"),
                        from(call, in).orElse(null),
                        in.text("initialMessage", "initial_message"));
        return idempotency.create(
                call,
                body,
                sessions.create(call.caller(), wanted),
                SessionRoutes::describe,
                SessionRoutes::describe);
    }

    /** Where a message comes from, as the body or else the connection says. */
    private static Optional<SessionId> from(Call call, Fields in) {
        var named = in.id(SessionId::new, "fromSession", "from_session");
        return Optional.ofNullable(named)
                .or(call.caller()::heldTo)
                .or(() -> call.header("X-Parley-Session").map(SessionId::new));
    }

    private static SessionId id(Call call) {
        return new SessionId(call.path("session"));
    }

    Answer list(Call call) {
        var before = call.query("after").map(cursor -> Cursor.read(store.epoch(), cursor));
        int limit = Pages.limit(call);
        var rows = sessions.list(call.caller(), before.orElse(END), limit);
        var next =
                rows.size() < limit
                        ? null
                        : TextNode.valueOf(
                                Cursor.write(store.epoch(), rows.getLast().id().value()));
        return Answer.ok(
                Pages.page(sessions.glances(call.caller(), rows), SessionRoutes::glance, next));
    }

    Answer get(Call call) {
        return Answer.ok(described(call.caller(), sessions.view(call.caller(), id(call))));
    }

    /** A session and how it stands. */
    public ObjectNode described(Principal caller, SessionView view) {
        return state(caller, view, describe(view.session()));
    }

    /** How it stands; with {@code ?wait=idle}, once nothing is under way. */
    Answer state(Call call) {
        var wait = call.query("wait");
        if (wait.filter(word -> !word.equals("idle")).isPresent()) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "wait must be idle; seconds says for how long at most");
        }
        var atMost =
                Duration.ofSeconds(
                        Call.waitSeconds(
                                call.number("seconds", Call.MAX_WAIT_SECONDS, 0, Long.MAX_VALUE)));
        var view =
                wait.isPresent()
                        ? sessions.awaitIdle(call.caller(), id(call), atMost)
                        : sessions.view(call.caller(), id(call));
        var body = Json.object().put("sessionId", view.session().id().value());
        return Answer.ok(state(call.caller(), view, body));
    }

    Answer say(Call call) throws IOException {
        var in = Fields.of(call.json());
        var words = in.text("message", "prompt");
        if (words == null || words.isBlank()) {
            throw new ParleyException(Problem.BAD_REQUEST, "message must be what you have to say");
        }
        var session = id(call);
        var saying =
                new Saying(
                        words,
                        source(in.text("source")),
                        in.text("applet", "appletName"),
                        from(call, in).orElse(null),
                        Idempotency.messageId(call));
        var told =
                sessions.say(
                        call.caller(),
                        session,
                        saying,
                        append -> call.noted(append, said -> said.messageId().value()));
        var body =
                Json.object()
                        .put("messageId", told.posted().messageId().value())
                        .put("status", "dispatched");
        if (told.posted().duplicate()) {
            return Answer.ok(body.put("duplicate", true));
        }
        if (told.ahead() > 0) {
            body.put("queued", true).put("position", told.ahead());
        }
        return Answer.created(body);
    }

    private static @Nullable Source source(@Nullable String word) {
        if (word == null) {
            return null;
        }
        return Arrays.stream(Source.values())
                .filter(source -> Wire.name(source).equals(word))
                .findFirst()
                .orElseThrow(
                        () ->
                                new ParleyException(
                                        Problem.BAD_REQUEST,
                                        "source must be one of "
                                                + Arrays.stream(Source.values())
                                                        .map(Wire::name)
                                                        .collect(Collectors.joining(", "))
                                                + ", was "
                                                + word));
    }

    Answer history(Call call) {
        var session = sessions.get(call.caller(), id(call));
        long after = call.number("after", 0, 0, Long.MAX_VALUE);
        var page = sessions.history(call.caller(), session, after, Pages.limit(call));
        return Answer.ok(
                Pages.page(
                        page.said(),
                        one -> entry(call.caller(), session, one),
                        Pages.seq(page.next())));
    }

    private ObjectNode entry(Principal caller, SessionRow session, Sessions.Spoken one) {
        var message = one.message();
        var entry =
                words(caller, session, message)
                        .put("messageId", message.messageId().value())
                        .put("seq", message.seq())
                        .put("source", Wire.name(message.source()));
        if (message.fromSession() != null) {
            entry.put("fromSession", message.fromSession().value());
        }
        if (message.parentId() != null && Sessions.isByAgent(session, message)) {
            entry.put("answers", message.parentId().value());
        }
        if (message.payload().path("applet").isTextual()) {
            entry.set("applet", message.payload().path("applet"));
        }
        one.turn()
                .ifPresent(
                        turn -> {
                            entry.put("turn", Wire.name(turn.state()));
                            entry.put("actor", actor(session, message));
                            if (turn.fault() != null) {
                                entry.put("error", turn.fault());
                            }
                        });
        return entry;
    }

    /** Whose turn it is, by the role in the run that the message named. */
    private static String actor(SessionRow session, Message message) {
        return message.toAgent().isBroadcast()
                ? session.key().agent().value()
                : message.toAgent().value();
    }

    private ObjectNode words(Principal caller, SessionRow session, Message message) {
        return Json.object()
                .put("role", Sessions.isByAgent(session, message) ? "assistant" : "user")
                .put("content", wording.read(caller, message))
                .put("timestamp", message.createdAt().toString());
    }

    Answer close(Call call) {
        var closed = sessions.close(call.caller(), id(call));
        call.act(closed.id().value(), closed.key().agent().value());
        return Answer.ok(describe(closed).put("closed", true));
    }

    Answer stop(Call call) {
        boolean isStopped = sessions.stop(call.caller(), id(call));
        return Answer.ok(
                Json.object().put("sessionId", id(call).value()).put("stopped", isStopped));
    }

    private ObjectNode state(Principal caller, SessionView view, ObjectNode body) {
        body.put("status", Wire.name(view.state()));
        var last = view.last().map(message -> words(caller, view.session(), message)).orElse(null);
        body.set("lastMessage", last);
        body.put("cwd", view.session().cwd())
                .put("isActive", view.isActive())
                .put("spawnDepth", view.session().depth())
                .put("waiting", view.waiting())
                .put("closed", view.isClosed());
        view.session().error().ifPresent(why -> body.put("error", why));
        return body;
    }

    private static ObjectNode glance(SessionGlance glance) {
        var session = glance.session();
        var body =
                describe(session)
                        .put("status", Wire.name(session.state()))
                        .put("waiting", session.waiting())
                        .put("closed", glance.isClosed())
                        .put("touchedAt", session.touchedAt().toString())
                        .put("lastSeq", glance.lastSeq());
        session.error().ifPresent(why -> body.put("error", why));
        var last = glance.last();
        if (last == null) {
            return body.putNull("lastMessage");
        }
        body.putObject("lastMessage")
                .put("role", SessionGlance.isByAgent(session, last) ? "assistant" : "user")
                .put("content", GlanceJson.shortened(last.summary()))
                .put("timestamp", last.createdAt().toString());
        return body;
    }

    public static ObjectNode describe(SessionRow session) {
        var body =
                Json.object()
                        .put("sessionId", session.id().value())
                        .put("runId", session.key().run().run().value())
                        .put("agent", session.key().agent().value())
                        .put("cwd", session.cwd())
                        .put("model", session.model())
                        .put("spawnDepth", session.depth())
                        .put("createdBy", session.createdBy())
                        .put("createdAt", session.createdAt().toString());
        var parent = session.parent();
        return body.put("parentSession", parent == null ? null : parent.value());
    }
}

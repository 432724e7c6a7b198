package dev.parley.stream;

import dev.parley.access.Principal;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Runs;
import dev.parley.session.Sessions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BiFunction;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One WebSocket: requests come in one after the other; one thread of its own writes. Public because
 * Jetty looks its methods up.
 */
public final class SocketStream implements Session.Listener.AutoDemanding {
    /** How much one connection may be subscribed to. */
    private static final int MAX_SUBSCRIPTIONS = 256;

    private static final Logger LOG = LoggerFactory.getLogger(SocketStream.class);

    private final Streams streams;
    private final Runs runs;
    private final Sessions sessions;
    private final SocketCaller caller;
    private final Refused refused;
    private final BiFunction<Principal, Runnable, Seat> seats;
    private final Set<Interest> wanted = new HashSet<>();
    private @Nullable Opened connection;

    /** What there is once the connection is open. */
    private record Opened(SocketOutlet out, Subscriber subscriber, SocketTopics topics) {}

    /** Is told what was refused, and to whom if that is known. */
    interface Refused {
        void tell(@Nullable Principal caller, ParleyException refusal);
    }

    SocketStream(
            Streams streams,
            Runs runs,
            Sessions sessions,
            SocketCaller caller,
            BiFunction<Principal, Runnable, Seat> seats,
            Refused refused) {
        this.streams = streams;
        this.runs = runs;
        this.sessions = sessions;
        this.caller = caller;
        this.refused = refused;
        this.seats = seats;
    }

    @Override
    public void onWebSocketOpen(Session session) {
        var out = new SocketOutlet(session);
        var subscriber = streams.subscriber(out);
        var opened = new Opened(out, subscriber, new SocketTopics(streams, out, subscriber));
        connection = opened;
        Thread.ofVirtual().name("parley-socket").start(() -> run(opened));
    }

    private void run(Opened opened) {
        try {
            serve(opened);
        } catch (ParleyException ended) {
            if (!caller.isKnown()) {
                refused.tell(null, ended);
            }
            end(opened.out, ended);
        } catch (IOException | CancellationException gone) {
            LOG.debug("event=socket-gone", gone);
            opened.out.cut();
        } catch (InterruptedException _) {
            opened.out.cut();
            Thread.currentThread().interrupt();
        } catch (RuntimeException bug) {
            LOG.error("event=socket-failed", bug);
            end(
                    opened.out,
                    new ParleyException(Problem.INTERNAL, "the stream broke; open it again"));
        }
    }

    private void serve(Opened opened) throws IOException, InterruptedException {
        var known = caller.await();
        try (var seat = seats.apply(known, opened.subscriber::end)) {
            opened.subscriber.sendOnly(seat.gate());
            streams.serve(known, opened.subscriber, () -> {});
        }
    }

    private static void end(SocketOutlet out, ParleyException reason) {
        try {
            out.tell(reason);
            out.close(
                    reason.problem().recoverable()
                            ? StatusCode.TRY_AGAIN_LATER
                            : StatusCode.POLICY_VIOLATION,
                    reason.problem().slug());
        } catch (IOException _) {
            out.cut();
        }
    }

    @Override
    public void onWebSocketText(String text) {
        var opened = connection;
        if (opened == null) {
            return;
        }
        try {
            answer(opened, SocketRequest.read(text));
        } catch (ParleyException mistake) {
            refuse(opened, mistake);
        }
    }

    private void answer(Opened opened, SocketRequest request) {
        if (request instanceof SocketRequest.Auth(var token)) {
            caller.authenticate(token);
            return;
        }
        caller.requireSaid();
        switch (request) {
            case SocketRequest.Subscribe subscribe -> subscribe(opened, subscribe);
            case SocketRequest.Unsubscribe(var subjects) -> unsubscribe(opened, subjects);
            case SocketRequest.Ping _, SocketRequest.Auth _ ->
                    opened.subscriber.ask(() -> opened.out.tell("pong", null, Json.object()));
        }
    }

    private void subscribe(Opened opened, SocketRequest.Subscribe request) {
        var more = interests(request.subjects());
        var topics = request.subjects().topics();
        // An id belongs to what is published only where nothing else is asked for.
        var start = streams.feed().start(more.isEmpty() ? Optional.empty() : request.after());
        var all = new HashSet<>(wanted);
        all.addAll(more);
        if (all.size() + opened.topics.size() + topics.size() > MAX_SUBSCRIPTIONS) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a connection may have at most " + MAX_SUBSCRIPTIONS + " subscriptions");
        }
        opened.subscriber.ask(
                () -> {
                    opened.out.tell(
                            "subscribed", streams.feed().id(start), request.subjects().write());
                    opened.subscriber.widen(more, start);
                });
        wanted.addAll(more);
        opened.topics.follow(
                caller.principal(), topics, more.isEmpty() ? request.after() : Optional.empty());
    }

    private void unsubscribe(Opened opened, SocketRequest.Subjects subjects) {
        var less = interests(subjects);
        opened.subscriber.ask(
                () -> {
                    opened.subscriber.narrow(less);
                    opened.out.tell("unsubscribed", null, subjects.write());
                });
        wanted.removeAll(less);
        opened.topics.forget(subjects.topics());
    }

    private Set<Interest> interests(SocketRequest.Subjects subjects) {
        var known = caller.principal();
        var interests = new HashSet<Interest>();
        for (var run : subjects.runs()) {
            interests.add(new Interest.OfRun(runs.facts(known, run).row().key()));
        }
        for (var session : subjects.sessions()) {
            interests.add(EventRoutes.of(runs, known, sessions.get(known, session)));
        }
        for (var agent : subjects.agents()) {
            interests.addAll(EventRoutes.ofAgent(known, agent.value()));
        }
        return interests;
    }

    /** A mistake of somebody known is told and the connection stays; a stranger's ends it. */
    private void refuse(Opened opened, ParleyException mistake) {
        if (!caller.isKnown()) {
            caller.refuse(mistake);
            return;
        }
        refused.tell(caller.principal(), mistake);
        try {
            opened.subscriber.ask(() -> opened.out.tell(mistake));
        } catch (ParleyException _) {
            opened.out.close(StatusCode.TRY_AGAIN_LATER, Problem.RATE_LIMITED.slug());
        }
    }

    @Override
    public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
        callback.succeed();
        var opened = connection;
        if (opened != null) {
            opened.out.close(StatusCode.BAD_DATA, "text only");
        }
    }

    @Override
    public void onWebSocketClose(int status, @Nullable String reason, Callback callback) {
        callback.succeed();
        leave();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        LOG.debug("event=socket-error", cause);
        leave();
    }

    private void leave() {
        caller.leave();
        var opened = connection;
        if (opened != null) {
            opened.subscriber.end();
            if (caller.isKnown()) {
                opened.topics.leave(caller.principal());
            }
        }
    }
}

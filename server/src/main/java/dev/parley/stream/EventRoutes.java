package dev.parley.stream;

import dev.parley.access.Principal;
import dev.parley.agent.Presence;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.inbox.Sharing;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.SessionId;
import dev.parley.run.Runs;
import dev.parley.session.Sessions;
import dev.parley.store.table.FeedTable.Position;
import dev.parley.store.table.SessionRow;
import java.util.Set;

/** Streams as server-sent events. */
public final class EventRoutes {
    private final Streams streams;
    private final Runs runs;
    private final Sessions sessions;
    private final Sharing sharing;
    private final Presence presence;

    public EventRoutes(
            Streams streams, Runs runs, Sessions sessions, Sharing sharing, Presence presence) {
        this.streams = streams;
        this.runs = runs;
        this.sessions = sessions;
        this.sharing = sharing;
        this.presence = presence;
    }

    /** Everything in one run. */
    public Answer run(Call call) {
        var run = runs.facts(call.caller(), new RunId(call.path("run")));
        return stream(call, Set.of(new Interest.OfRun(run.row().key())), start(call), Gate.ALL);
    }

    /** Everything in the run that a session is part of. */
    public Answer session(Call call) {
        var session = sessions.get(call.caller(), new SessionId(call.path("session")));
        return stream(call, Set.of(of(runs, call.caller(), session)), start(call), Gate.ALL);
    }

    /** Everything in a session's run, for whoever may see that. */
    static Interest of(Runs runs, Principal caller, SessionRow session) {
        return new Interest.OfRun(runs.facts(caller, session.key().run().run()).row().key());
    }

    /** What is addressed to an agent, for itself and for whoever sees all of the space. */
    public Answer agent(Call call) {
        var start = start(call);
        // What others have left comes as news to whoever begins to listen.
        sharing.takeOver(call.caller(), call.instance());
        var gate = Gate.of(call.caller(), call.instance(), sharing);
        return stream(call, ofAgent(call.caller(), call.path("agent")), start, gate);
    }

    /** Everything that the caller may see. */
    public Answer feed(Call call) {
        return stream(call, Interest.ofAllSeenBy(call.caller()), start(call), Gate.ALL);
    }

    static Set<Interest> ofAgent(Principal caller, String name) {
        var agent = new AgentName(name);
        if (caller.speaksFor().filter(own -> !own.equals(agent)).isPresent()) {
            throw new ParleyException(
                    Problem.FORBIDDEN, "an agent may follow only what is addressed to itself");
        }
        return Set.of(new Interest.OfAgent(caller.space(), agent));
    }

    /** A browser that comes back repeats the address it began with, so the header counts first. */
    private Position start(Call call) {
        return streams.feed().start(call.header("Last-Event-ID").or(() -> call.query("after")));
    }

    private Answer stream(Call call, Set<Interest> interests, Position start, Gate gate) {
        var caller = call.caller();
        var instance = call.instance();
        return Answer.live(
                        "text/event-stream",
                        (out, cut) -> {
                            var sse = new SseOutlet(out, cut);
                            var subscriber = streams.subscriber(sse);
                            subscriber.sendOnly(gate);
                            subscriber.begin(interests, start);
                            try (var _ = presence.hold(caller, instance, subscriber::end)) {
                                streams.serve(caller, subscriber, sse::begin);
                            } catch (ParleyException ended) {
                                sse.endOrThrow(ended);
                            }
                        })
                .with("X-Accel-Buffering", "no");
    }
}

package dev.parley.stream;

import dev.parley.access.Bearer;
import dev.parley.agent.Presence;
import dev.parley.http.Answer;
import dev.parley.http.Call;
import dev.parley.inbox.Sharing;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.run.Runs;
import dev.parley.session.Sessions;
import java.util.concurrent.Semaphore;

/** Streams over one WebSocket with subscriptions. */
public final class SocketRoute {
    /** How many may be connected who have not said yet who they are. */
    private static final int MAX_STRANGERS = 64;

    private final Streams streams;
    private final Runs runs;
    private final Sessions sessions;
    private final Bearer bearer;
    private final Sharing sharing;
    private final Presence presence;
    private final Semaphore strangers = new Semaphore(MAX_STRANGERS);

    public SocketRoute(
            Streams streams,
            Runs runs,
            Sessions sessions,
            Bearer bearer,
            Sharing sharing,
            Presence presence) {
        this.streams = streams;
        this.runs = runs;
        this.sessions = sessions;
        this.bearer = bearer;
        this.sharing = sharing;
        this.presence = presence;
    }

    /** Pages cannot send a token with the handshake, so who comes without says later who it is. */
    public Answer open(Call call) {
        if (call.header("Upgrade").filter("websocket"::equalsIgnoreCase).isEmpty()) {
            throw new ParleyException(
                    Problem.UPGRADE_REQUIRED, "open this address as a WebSocket: ws://…/ws");
        }
        var instance = call.instance();
        var who = new SocketCaller(bearer, strangers);
        call.known().ifPresent(who::is);
        var socket =
                new SocketStream(
                        streams,
                        runs,
                        sessions,
                        who,
                        (caller, end) ->
                                new Seat(
                                        Gate.of(caller, instance, sharing),
                                        presence.hold(caller, instance, end)),
                        call::refused);
        return Answer.upgrade(socket);
    }
}

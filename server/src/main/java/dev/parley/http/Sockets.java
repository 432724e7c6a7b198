package dev.parley.http;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.time.Duration;
import java.util.List;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;

/** Connections that become WebSockets. */
final class Sockets {
    /** The largest message that a client may send. */
    private static final int MAX_MESSAGE = 64 * 1024;

    private Sockets() {}

    static void prepare(Server server, Duration idleTimeout) {
        var container = ServerWebSocketContainer.ensure(server);
        container.setIdleTimeout(idleTimeout);
        container.setMaxTextMessageSize(MAX_MESSAGE);
        container.setMaxBinaryMessageSize(MAX_MESSAGE);
        container.setMaxFrameSize(MAX_MESSAGE);
        container.setAutoFragment(false);
    }

    static void upgrade(
            Session.Listener socket, Request request, Response response, Callback callback) {
        boolean upgraded =
                ServerWebSocketContainer.get(request.getContext())
                        .upgrade(
                                (_, answer, _) -> {
                                    // Compressing for each of many readers costs more than it
                                    // saves.
                                    answer.setExtensions(List.of());
                                    return socket;
                                },
                                request,
                                response,
                                callback);
        if (!upgraded) {
            throw new ParleyException(
                    Problem.UPGRADE_REQUIRED,
                    "open this address as a WebSocket: ws://… with the version 13 handshake");
        }
    }
}

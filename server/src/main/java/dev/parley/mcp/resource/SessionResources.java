package dev.parley.mcp.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.bus.Topic;
import dev.parley.http.api.SessionRoutes;
import dev.parley.mcp.ResourceCard;
import dev.parley.mcp.TemplateCard;
import dev.parley.mcp.Watchable;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.codec.Json;
import dev.parley.session.Sessions;
import java.util.Set;

/** Sessions of the space, each with how it stands. */
public final class SessionResources extends Shelf<SessionId> {
    private static final String ALL = "parley://sessions";

    /** Sorts after the id of every session. */
    private static final String END = "~";

    private final Sessions sessions;
    private final SessionRoutes routes;

    /**
     * @param routes describes sessions as the HTTP door does
     */
    public SessionResources(Sessions sessions, SessionRoutes routes) {
        super(
                new ResourceCard(
                        ALL, "sessions", "Sessions", "The newest " + MOST + " sessions.", JSON),
                new TemplateCard(
                        ALL + "/{session_id}",
                        "session",
                        "A session",
                        "How a session stands, and what was said there last.",
                        JSON),
                SessionId::new);
        this.sessions = sessions;
        this.routes = routes;
    }

    @Override
    ObjectNode newest(Principal caller) {
        var list = Json.object();
        var items = list.putArray("sessions");
        sessions.list(caller, END, MOST).forEach(row -> items.add(SessionRoutes.describe(row)));
        return list;
    }

    @Override
    ObjectNode one(Principal caller, SessionId id) {
        return routes.described(caller, sessions.view(caller, id));
    }

    @Override
    Watchable watch(Principal caller, SessionId id) {
        var run = sessions.get(caller, id).key().run();
        return new Watchable(
                Set.of(new Topic.Run(run.space(), run.run())), () -> one(caller, id).toString());
    }
}

package dev.parley.mcp.resource;

import dev.parley.bus.Topic;
import dev.parley.http.api.SessionRoutes;
import dev.parley.mcp.Client;
import dev.parley.mcp.Exchange;
import dev.parley.mcp.ResourceCard;
import dev.parley.mcp.ResourceSource;
import dev.parley.mcp.ResourceText;
import dev.parley.mcp.TemplateCard;
import dev.parley.mcp.Watchable;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.codec.Json;
import dev.parley.session.Sessions;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sessions of the space, each with how it stands. */
public final class SessionResources implements ResourceSource {
    private static final String ALL = "parley://sessions";
    private static final String ONE = ALL + "/";
    private static final String JSON = "application/json";
    private static final int MOST = 50;

    /** Sorts after the id of every session. */
    private static final String END = "~";

    private final Sessions sessions;
    private final SessionRoutes routes;

    /**
     * @param routes describes sessions as the HTTP door does
     */
    public SessionResources(Sessions sessions, SessionRoutes routes) {
        this.sessions = sessions;
        this.routes = routes;
    }

    @Override
    public List<ResourceCard> resources(Client client) {
        return List.of(
                new ResourceCard(
                        ALL, "sessions", "Sessions", "The newest " + MOST + " sessions.", JSON));
    }

    @Override
    public List<TemplateCard> templates(Client client) {
        return List.of(
                new TemplateCard(
                        ONE + "{session_id}",
                        "session",
                        "A session",
                        "How a session stands, and what was said there last.",
                        JSON));
    }

    @Override
    public Optional<List<ResourceText>> read(Exchange exchange, String uri) {
        var caller = exchange.client().principal();
        if (uri.equals(ALL)) {
            var list = Json.object();
            var items = list.putArray("sessions");
            sessions.list(caller, END, MOST).forEach(row -> items.add(SessionRoutes.describe(row)));
            return Optional.of(List.of(ResourceText.json(uri, list)));
        }
        return id(uri).map(id -> routes.described(caller, sessions.view(caller, id)))
                .map(facts -> List.of(ResourceText.json(uri, facts)));
    }

    @Override
    public Optional<Watchable> watch(Client client, String uri) {
        var caller = client.principal();
        return id(uri).map(
                        id -> {
                            var run = sessions.get(caller, id).key().run();
                            return new Watchable(
                                    Set.of(new Topic.Run(run.space(), run.run())),
                                    () ->
                                            routes.described(caller, sessions.view(caller, id))
                                                    .toString());
                        });
    }

    private static Optional<SessionId> id(String uri) {
        return uri.startsWith(ONE) && uri.length() > ONE.length()
                ? Optional.of(new SessionId(uri.substring(ONE.length())))
                : Optional.empty();
    }
}

package dev.parley.mcp.resource;

import dev.parley.access.Principal;
import dev.parley.bus.Topic;
import dev.parley.http.api.RunRoutes;
import dev.parley.mcp.Client;
import dev.parley.mcp.Exchange;
import dev.parley.mcp.ResourceCard;
import dev.parley.mcp.ResourceSource;
import dev.parley.mcp.ResourceText;
import dev.parley.mcp.TemplateCard;
import dev.parley.mcp.Watchable;
import dev.parley.mcp.tool.RunView;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Runs;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Runs that a client may see, each with the end of its log. */
public final class RunResources implements ResourceSource {
    private static final String ALL = "parley://runs";
    private static final String ONE = ALL + "/";
    private static final String JSON = "application/json";
    private static final int MOST = 50;

    private final Runs runs;
    private final RunView view;

    public RunResources(Runs runs, RunView view) {
        this.runs = runs;
        this.view = view;
    }

    @Override
    public List<ResourceCard> resources(Client client) {
        return List.of(
                new ResourceCard(
                        ALL,
                        "runs",
                        "Runs",
                        "The newest " + MOST + " runs that you may see, and how each stands.",
                        JSON));
    }

    @Override
    public List<TemplateCard> templates(Client client) {
        return List.of(
                new TemplateCard(
                        ONE + "{run_id}",
                        "run",
                        "A run",
                        "How a run stands, who takes part, what it is for, and its last "
                                + MOST
                                + " messages.",
                        JSON));
    }

    @Override
    public Optional<List<ResourceText>> read(Exchange exchange, String uri) {
        var caller = exchange.client().principal();
        if (uri.equals(ALL)) {
            var list = Json.object();
            var items = list.putArray("runs");
            runs.list(caller, null, MOST).forEach(row -> items.add(RunRoutes.describe(row)));
            return Optional.of(List.of(ResourceText.json(uri, list)));
        }
        return id(uri).map(id -> List.of(one(caller, uri, id)));
    }

    private ResourceText one(Principal caller, String uri, RunId id) {
        var facts = view.of(caller, id);
        view.task(caller, id, Duration.ZERO).ifPresent(task -> facts.set("task", task));
        long end = facts.path("last_seq").asLong();
        var log = facts.putArray("messages");
        runs.log(caller, id, Math.max(0, end - MOST), MOST, Duration.ZERO)
                .messages()
                .forEach(message -> log.add(Format.ENVELOPE.write(message)));
        return ResourceText.json(uri, facts);
    }

    @Override
    public Optional<Watchable> watch(Client client, String uri) {
        var caller = client.principal();
        return id(uri).map(
                        id -> {
                            var run =
                                    new Topic.Run(
                                            caller.space(), runs.get(caller, id).row().key().run());
                            return new Watchable(Set.of(run), () -> mark(caller, id));
                        });
    }

    private String mark(Principal caller, RunId id) {
        var row = runs.get(caller, id).row();
        return row.head() + " " + row.standing();
    }

    private static Optional<RunId> id(String uri) {
        return uri.startsWith(ONE) && uri.length() > ONE.length()
                ? Optional.of(new RunId(uri.substring(ONE.length())))
                : Optional.empty();
    }
}

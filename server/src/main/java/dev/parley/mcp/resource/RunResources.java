package dev.parley.mcp.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.bus.Topic;
import dev.parley.http.api.RunRoutes;
import dev.parley.mcp.ResourceCard;
import dev.parley.mcp.TemplateCard;
import dev.parley.mcp.Watchable;
import dev.parley.mcp.tool.RunView;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Format;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Runs;
import java.time.Duration;
import java.util.Set;

/** Runs that a client may see, each with the end of its log. */
public final class RunResources extends Shelf<RunId> {
    private static final String ALL = "parley://runs";

    private final Runs runs;
    private final RunView view;

    public RunResources(Runs runs, RunView view) {
        super(
                new ResourceCard(
                        ALL,
                        "runs",
                        "Runs",
                        "The newest " + MOST + " runs that you may see, and how each stands.",
                        JSON),
                new TemplateCard(
                        ALL + "/{run_id}",
                        "run",
                        "A run",
                        "How a run stands, who takes part, what it is for, and its last "
                                + MOST
                                + " messages.",
                        JSON),
                RunId::new);
        this.runs = runs;
        this.view = view;
    }

    @Override
    ObjectNode newest(Principal caller) {
        var list = Json.object();
        var items = list.putArray("runs");
        runs.list(caller, null, MOST).forEach(row -> items.add(RunRoutes.describe(row)));
        return list;
    }

    @Override
    ObjectNode one(Principal caller, RunId id) {
        var facts = view.of(caller, id);
        view.task(caller, id, Duration.ZERO).ifPresent(task -> facts.set("task", task));
        long end = facts.path("last_seq").asLong();
        var log = facts.putArray("messages");
        runs.log(caller, id, Math.max(0, end - MOST), MOST, Duration.ZERO)
                .messages()
                .forEach(message -> log.add(Format.ENVELOPE.write(message)));
        return facts;
    }

    @Override
    Watchable watch(Principal caller, RunId id) {
        var run = new Topic.Run(caller.space(), runs.get(caller, id).row().key().run());
        return new Watchable(Set.of(run), () -> mark(caller, id));
    }

    private String mark(Principal caller, RunId id) {
        var row = runs.get(caller, id).row();
        return row.head() + " " + row.standing();
    }
}

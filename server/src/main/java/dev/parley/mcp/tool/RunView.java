package dev.parley.mcp.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.http.api.RunRoutes;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.TaskId;
import dev.parley.run.Intents;
import dev.parley.run.Run;
import dev.parley.run.Runs;
import dev.parley.store.Store;
import dev.parley.store.table.TaskRow;
import dev.parley.task.Tasks;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** Runs as models see them. */
public final class RunView {
    private final Store store;
    private final Runs runs;
    private final Intents intents;
    private final Tasks tasks;
    private final Function<TaskRow, ObjectNode> shown;

    /**
     * Looks at runs.
     *
     * @param shown how a task looks, as the HTTP door shows it
     */
    public RunView(
            Store store,
            Runs runs,
            Intents intents,
            Tasks tasks,
            Function<TaskRow, ObjectNode> shown) {
        this.store = store;
        this.runs = runs;
        this.intents = intents;
        this.tasks = tasks;
        this.shown = shown;
    }

    /** How a run stands, what it is for, who takes part and what they do. */
    public ObjectNode of(Principal caller, RunId id) {
        var run = runs.get(caller, id);
        var facts = RunRoutes.describe(run);
        facts.set("agent_states", store.read(sql -> RunRoutes.states(sql, run.row().key())));
        facts.set("intent", intents.get(caller, id).intent());
        return facts;
    }

    /** The task of a run, if it has one that the caller may see; once it is over, or late. */
    public Optional<ObjectNode> task(Principal caller, RunId id, Duration patience) {
        Run run = runs.facts(caller, id);
        if (run.row().protocol() != RunProtocol.CLOSED) {
            return Optional.empty();
        }
        try {
            return Optional.of(shown.apply(tasks.await(caller, TaskId.of(id), patience)));
        } catch (ParleyException refused) {
            if (refused.problem() == Problem.UNKNOWN_TASK) {
                return Optional.empty();
            }
            throw refused;
        }
    }
}

package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.AgentTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunStatus;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A person's word to a run under way, to whoever leads it. */
public final class Steering {
    private final Store store;
    private final Runs runs;

    /**
     * A person's word.
     *
     * @param to null for whoever leads the run
     * @param id by which it is recognised when it is sent again
     */
    public record Said(String text, @Nullable Address to, @Nullable MessageId id) {}

    /** What became of it: where it stands and how much waits before it, or that the run ended. */
    public record Steered(RunStatus status, @Nullable Posted posted, long queued) {}

    public Steering(Store store, Runs runs) {
        this.store = store;
        this.runs = runs;
    }

    /** Queues a word for the leader, or for the agent that is named; nothing if the run is over. */
    public Steered steer(Principal caller, RunId id, Said said) {
        var run = runs.get(caller, id);
        if (run.row().status().isFinal()) {
            return new Steered(run.row().status(), null, 0);
        }
        var target = said.to == null ? leader(run) : said.to;
        var draft = Draft.to(target, "message").messageId(said.id).summary(said.text).build();
        try {
            var posted = runs.post(caller, id, draft);
            return new Steered(run.row().status(), posted, queued(run, target));
        } catch (ParleyException refused) {
            if (refused.problem() != Problem.RUN_ENDED) {
                throw refused;
            }
            return new Steered(runs.get(caller, id).row().status(), null, 0);
        }
    }

    private long queued(Run run, Address target) {
        var agent = target.agent().map(run.members()::agent).map(AgentName::value);
        return store.read(
                sql ->
                        agent.isEmpty()
                                ? 0L
                                : ReceiptTable.TABLE.queued(sql, run.row().key(), agent.get()));
    }

    /** The manager; the root of a tree; the only agent there is. */
    private Address leader(Run run) {
        var members = run.members();
        if (run.row().protocol() == RunProtocol.MANAGED) {
            return Address.of(Directions.MANAGER);
        }
        if (members.size() == 1) {
            return members.nameOf(members.roles().values().iterator().next());
        }
        return (run.row().protocol() == RunProtocol.TREE ? root(run) : Optional.<Address>empty())
                .orElseThrow(
                        () ->
                                new ParleyException(
                                        Problem.BAD_VALUE,
                                        "this run has several agents and none that leads it; say"
                                                + " whom you mean in to"));
    }

    private Optional<Address> root(Run run) {
        return store.read(
                sql -> {
                    for (var agent : run.members().roles().values()) {
                        if (isRoot(sql, run, agent)) {
                            return Optional.of(run.members().nameOf(agent));
                        }
                    }
                    return Optional.empty();
                });
    }

    /** Whether nobody who takes part in a tree is an agent's parent. */
    public static boolean isRoot(Sql sql, Run run, AgentName agent) throws SQLException {
        var card = new AgentTable.Key(run.row().key().space(), agent);
        return AgentTable.TABLE
                .find(sql, card)
                .map(AgentTable.Row::parent)
                .filter(run.members()::has)
                .isEmpty();
    }
}

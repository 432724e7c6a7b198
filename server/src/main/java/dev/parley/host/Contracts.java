package dev.parley.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.agent.Hosted;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.session.Stage;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.table.AgentTable;
import dev.parley.store.table.ContractTable;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Agents that the hub runs because its owner has said so over HTTP. They are kept and come back
 * with the hub; those of the configuration stay as that says. Whoever may do this has programs run
 * on the hub's machine, so it must be allowed in the configuration first.
 */
public final class Contracts {
    private static final Logger LOG = LoggerFactory.getLogger(Contracts.class);

    private final Store store;
    private final Base base;

    /** Reads terms as the configuration would. */
    @FunctionalInterface
    public interface Reader {
        AgentSpec read(String name, ObjectNode terms);
    }

    /**
     * What it works with.
     *
     * @param isAllowed whether the configuration lets the owner do this
     */
    public record Base(
            Reader reader,
            Hosts hosts,
            Cards cards,
            Hosted hosted,
            Stage stage,
            boolean isAllowed) {}

    /** What became of an agent, and whether the hub did not run it before. */
    public record Made(ContractTable.Row contract, boolean isNew) {}

    public Contracts(Store store, Base base) {
        this.store = store;
        this.base = base;
    }

    /** Has those that were made before run again; one that cannot be is told of and left. */
    public void load() {
        if (!base.isAllowed) {
            return;
        }
        for (var row : store.read(ContractTable.TABLE::all)) {
            try {
                engage(spec(row.key(), Json.parseTrusted(row.terms())));
            } catch (ParleyException wrong) {
                LOG.warn("event=agent-not-run agent={} why={}", row.key().name(), wrong.detail());
            }
        }
    }

    /** Has an agent run like this from now on. */
    public Made put(Principal caller, AgentName name, ObjectNode terms) {
        requireAllowed(caller);
        var key = new AgentTable.Key(caller.space(), name);
        var known = find(key);
        if (known.isEmpty() && base.hosted.has(key.space(), name)) {
            throw new ParleyException(
                    Problem.CONFLICT,
                    name + " is run as agents: in parley.yaml says; change it there");
        }
        var spec = spec(key, terms);
        Command<Made> make =
                tx -> {
                    var row =
                            new ContractTable.Row(key, Json.write(terms), caller.label(), tx.now());
                    tx.rows(ContractTable.TABLE).put(row);
                    return new Made(row, known.isEmpty());
                };
        var made = store.write(make);
        engage(spec);
        return made;
    }

    private AgentSpec spec(AgentTable.Key key, ObjectNode terms) {
        var spec = base.reader.read(key.name().value(), terms);
        if (!spec.resident().space().equals(key.space())) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "space must be left out: it is " + key.space());
        }
        return spec;
    }

    private void engage(AgentSpec spec) {
        var resident = spec.resident();
        base.cards.put(List.of(spec));
        base.stage.engage(resident, base.hosts.host(spec));
        base.hosted.add(resident.space(), resident.name());
    }

    public ContractTable.Row get(Principal caller, AgentName name) {
        caller.requireHubOwner();
        return find(new AgentTable.Key(caller.space(), name)).orElseThrow(() -> unknown(name));
    }

    /** The hub runs an agent no more; what it was at is stopped. */
    public void remove(Principal caller, AgentName name) {
        requireAllowed(caller);
        var key = new AgentTable.Key(caller.space(), name);
        var known = find(key).orElseThrow(() -> unknown(name));
        base.hosted.remove(key.space(), name);
        Command<Boolean> remove =
                tx -> {
                    tx.rows(ContractTable.TABLE).remove(known.key());
                    return true;
                };
        store.write(remove);
        base.stage.dismiss(key);
    }

    private Optional<ContractTable.Row> find(AgentTable.Key key) {
        return store.read(sql -> ContractTable.TABLE.find(sql, key));
    }

    private void requireAllowed(Principal caller) {
        caller.requireHubOwner();
        if (!base.isAllowed) {
            throw new ParleyException(
                    Problem.FORBIDDEN,
                    "this hub runs only the agents of its configuration; sessions.agents-by-api:"
                            + " true in parley.yaml lets its owner add others, which means programs"
                            + " on its machine");
        }
    }

    private static ParleyException unknown(AgentName name) {
        return new ParleyException(
                Problem.UNKNOWN_AGENT, "nobody has told this hub over HTTP to run " + name);
    }
}

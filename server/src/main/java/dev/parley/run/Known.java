package dev.parley.run;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import dev.parley.store.Store;
import dev.parley.store.table.AgentTable;
import dev.parley.store.table.InstanceTable;
import dev.parley.store.table.OutboxTable;
import dev.parley.store.table.TokenTable;

/**
 * Which agents a space has heard of. Whoever was known once stays so, and is not looked up again; a
 * stranger is looked up each time, because it may come at any moment.
 */
final class Known {
    private static final int MAX_NAMES = 10_000;

    private final Store store;
    private final Residents residents;
    private final Recent<Name, Boolean> names = new Recent<>(MAX_NAMES);

    private record Name(Space space, AgentName agent) {}

    Known(Store store, Residents residents) {
        this.store = store;
        this.residents = residents;
    }

    /**
     * Whether the hub runs it, or it has a card, was ever given a token, was seen, or has sent
     * something.
     */
    boolean has(Space space, AgentName agent) {
        var name = new Name(space, agent);
        if (residents.has(space, agent) || names.get(name).isPresent()) {
            return true;
        }
        boolean isKnown =
                store.read(
                        sql ->
                                AgentTable.TABLE
                                                .find(sql, new AgentTable.Key(space, agent))
                                                .isPresent()
                                        || TokenTable.TABLE.isGiven(sql, space, agent)
                                        || !InstanceTable.TABLE.of(sql, space, agent, 1).isEmpty()
                                        || OutboxTable.TABLE.hasSent(sql, space, agent.value()));
        if (isKnown) {
            names.put(name, true);
        }
        return isKnown;
    }
}

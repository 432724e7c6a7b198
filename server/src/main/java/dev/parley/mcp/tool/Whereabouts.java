package dev.parley.mcp.tool;

import dev.parley.agent.Presence;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.Space;
import dev.parley.store.table.InstanceTable;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/** Says of whomever something was sent to what it does, and when it will see that. */
final class Whereabouts {
    private static final String CHECKS = "it will see this when it next checks its inbox";

    private final Presence presence;

    Whereabouts(Presence presence) {
        this.presence = presence;
    }

    /**
     * Where somebody is.
     *
     * @param state {@code idle}, {@code busy}, {@code online}, {@code offline}, {@code unknown}, or
     *     {@code people}
     * @param words the same for a model, with when it will see what was sent
     */
    record Seen(String state, String words) {}

    /**
     * Where an agent is.
     *
     * @param address an agent by its own name, one of its instances, or everybody, or people
     */
    Seen of(Space space, Address address) {
        if (address.isUser()) {
            return new Seen(
                    "people", "people: it is in their inbox, and they see it when they look there");
        }
        return address.agent()
                .map(agent -> of(address, instances(space, agent, address)))
                .orElseGet(
                        () -> new Seen("unknown", "everybody in the run sees it in their inbox"));
    }

    private List<InstanceTable.Row> instances(Space space, AgentName agent, Address address) {
        var all = presence.instances(space, agent);
        return address.instance()
                .map(InstanceId::new)
                .map(only -> all.stream().filter(row -> row.key().instance().equals(only)).toList())
                .orElse(all);
    }

    private Seen of(Address who, List<InstanceTable.Row> instances) {
        if (instances.isEmpty()) {
            return new Seen(
                    "unknown", who + " was never seen here; it will see this when it first comes");
        }
        return instances.stream()
                .filter(presence::isOnline)
                .min(Comparator.comparingLong(Whereabouts::business))
                .map(row -> online(who, row))
                .orElseGet(() -> offline(who, instances));
    }

    /** Whoever has time comes first; of those who work, whoever began last. */
    private static long business(InstanceTable.Row row) {
        return switch (row.state()) {
            case IDLE -> Long.MIN_VALUE;
            case START, END -> Long.MIN_VALUE + 1;
            case BUSY -> -row.since();
        };
    }

    private Seen online(Address who, InstanceTable.Row row) {
        var forSoLong = Lapse.words(presence.since(row.since()));
        return switch (row.state()) {
            case BUSY ->
                    new Seen("busy", who + ": queued; working for " + forSoLong + "; " + CHECKS);
            case IDLE -> new Seen("idle", who + ": queued; idle for " + forSoLong + "; " + CHECKS);
            case START, END -> new Seen("online", who + ": queued; online; " + CHECKS);
        };
    }

    private Seen offline(Address who, List<InstanceTable.Row> instances) {
        long last = instances.stream().mapToLong(InstanceTable.Row::lastSeen).max().orElseThrow();
        Duration away = presence.since(last);
        return new Seen(
                "offline",
                who
                        + " has been offline for "
                        + Lapse.words(away)
                        + "; it will see this when it comes back");
    }
}

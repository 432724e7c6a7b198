package dev.parley.mcp.tool;

import dev.parley.agent.Hosted;
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
    private final Presence presence;
    private final Hosted hosted;

    Whereabouts(Presence presence, Hosted hosted) {
        this.presence = presence;
        this.hosted = hosted;
    }

    /**
     * What was sent, and how whoever is there, is back, comes first or is run by the hub sees it.
     */
    private enum Sent {
        MESSAGE(
                "it will see this when it next checks its inbox",
                "it will see this when it comes back",
                "it will see this when it first comes",
                "it answers at once"),
        TASK(
                "it gets this when it next calls claim_task",
                "it gets this when it comes back and calls claim_task",
                "it gets this when it first comes and calls claim_task",
                "it claims no tasks");

        private final String next;
        private final String back;
        private final String first;
        private final String hosted;

        Sent(String next, String back, String first, String hosted) {
            this.next = next;
            this.back = back;
            this.first = first;
            this.hosted = hosted;
        }
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
                .map(agent -> of(space, agent, address, Sent.MESSAGE))
                .orElseGet(
                        () -> new Seen("unknown", "everybody in the run sees it in their inbox"));
    }

    /** Where an agent is that shall do a task, which is in nobody's inbox. */
    Seen forTask(Space space, AgentName agent) {
        return of(space, agent, Address.of(agent), Sent.TASK);
    }

    private Seen of(Space space, AgentName agent, Address address, Sent what) {
        return hosted.has(space, agent)
                ? new Seen("online", agent + " is run by the hub: " + what.hosted)
                : of(address, instances(space, agent, address), what);
    }

    private List<InstanceTable.Row> instances(Space space, AgentName agent, Address address) {
        var all = presence.instances(space, agent);
        return address.instance()
                .map(InstanceId::new)
                .map(only -> all.stream().filter(row -> row.key().instance().equals(only)).toList())
                .orElse(all);
    }

    private Seen of(Address who, List<InstanceTable.Row> instances, Sent what) {
        if (instances.isEmpty()) {
            return new Seen("unknown", who + " was never seen here; " + what.first);
        }
        return instances.stream()
                .filter(presence::isOnline)
                .min(Comparator.comparingLong(Whereabouts::business))
                .map(row -> online(who, row, what))
                .orElseGet(() -> offline(who, instances, what));
    }

    /** Whoever has time comes first; of those who work, whoever began last. */
    private static long business(InstanceTable.Row row) {
        return switch (row.state()) {
            case IDLE -> Long.MIN_VALUE;
            case START, END -> Long.MIN_VALUE + 1;
            case BUSY -> -row.since();
        };
    }

    private Seen online(Address who, InstanceTable.Row row, Sent what) {
        var forSoLong = Lapse.words(presence.since(row.since()));
        return switch (row.state()) {
            case BUSY ->
                    new Seen("busy", who + ": queued; working for " + forSoLong + "; " + what.next);
            case IDLE ->
                    new Seen("idle", who + ": queued; idle for " + forSoLong + "; " + what.next);
            case START, END -> new Seen("online", who + ": queued; online; " + what.next);
        };
    }

    private Seen offline(Address who, List<InstanceTable.Row> instances, Sent what) {
        long last = instances.stream().mapToLong(InstanceTable.Row::lastSeen).max().orElseThrow();
        Duration away = presence.since(last);
        return new Seen(
                "offline", who + " has been offline for " + Lapse.words(away) + "; " + what.back);
    }
}

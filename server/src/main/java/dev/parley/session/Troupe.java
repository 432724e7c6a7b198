package dev.parley.session;

import dev.parley.access.Waits;
import dev.parley.bus.Asides;
import dev.parley.bus.Wakeups;
import dev.parley.metric.Metrics;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Kinds;
import dev.parley.run.Chronicle;
import dev.parley.run.Intents;
import dev.parley.run.Payloads;
import dev.parley.run.Runs;
import dev.parley.store.Store;
import dev.parley.store.table.AgentTable;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Sessions, and the agents that the hub runs in them.
 *
 * @param stage has them take their turns, once it is started
 */
public record Troupe(Sessions sessions, Stage stage) {
    /** What it works with. */
    public record Base(
            Store store,
            Wakeups wakeups,
            Asides asides,
            Waits waits,
            Runs runs,
            Intents intents,
            Kinds kinds,
            Payloads payloads,
            Chronicle chronicle,
            Judge judge,
            Metrics metrics,
            LongSupplier nanos,
            Ids ids) {}

    /**
     * Puts it together.
     *
     * @param most how many sessions may have a turn at once
     */
    public static Troupe of(
            Base base, Map<AgentTable.Key, Host> hosts, Sessions.Rules rules, int most) {
        var turns = new Turns(base.chronicle, base.ids.next("hub"));
        var performing = new Performing(base, turns, rules.folders());
        var orphans = new Orphans(base.store, turns, performing);
        var stage = new Stage(base, turns, performing, orphans, hosts, most);
        var sessions =
                new Sessions(
                        base.store, base.waits, base.runs, base.chronicle, stage, orphans, rules);
        return new Troupe(sessions, stage);
    }
}

package dev.parley.session;

import dev.parley.store.Store;
import dev.parley.store.table.AgentTable;
import dev.parley.store.table.SessionTable;
import dev.parley.store.table.TurnTable;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Turns that nobody takes, or nobody any more: whoever waits for an answer is told so. */
record Orphans(Store store, Turns turns, Performing performing) {
    private static final int PAGE = 500;

    /** What a hub that is gone was at. */
    void settle(Function<AgentTable.Key, @Nullable Host> hosts) {
        var left = store.read(sql -> TurnTable.TABLE.abandoned(sql, turns.hub(), PAGE));
        while (!left.isEmpty()) {
            for (var turn : left) {
                var host = hosts.apply(turn.key().session().whose());
                if (host != null && host.retries()) {
                    store.write(turns.again(turn.key()));
                } else {
                    performing.interrupted(turn, "the hub ended while the agent was at it");
                }
            }
            left = store.read(sql -> TurnTable.TABLE.abandoned(sql, turns.hub(), PAGE));
        }
    }

    /** What this hub has begun and nobody is at any more, because the store was in the way. */
    void lost(Predicate<SessionTable.Key> isActing) {
        for (var turn : store.read(sql -> TurnTable.TABLE.running(sql, turns.hub(), PAGE))) {
            if (!isActing.test(turn.key().session())) {
                performing.interrupted(turn, "the hub could not note what became of it");
            }
        }
    }

    /** What waits for an agent that the hub runs no more. */
    void dismissed(AgentTable.Key agent) {
        for (var turn : store.read(sql -> TurnTable.TABLE.due(sql, agent, PAGE))) {
            performing.failed(turn, "this hub does not run " + agent.name() + " any more");
        }
    }

    /**
     * Gives up on agents that run themselves, were called before a moment and are gone; says on how
     * many turns.
     */
    int giveUp(Instant before, Predicate<AgentTable.Key> isThere) {
        int given = 0;
        for (var turn : store.read(sql -> TurnTable.TABLE.unanswered(sql, before, PAGE))) {
            var agent = turn.key().session().whose();
            if (!isThere.test(agent)) {
                performing.failed(turn, agent.name() + " has not answered, and is not there");
                given++;
            }
        }
        return given;
    }
}

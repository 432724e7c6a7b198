package dev.parley.run;

import dev.parley.audit.Audit;
import dev.parley.bus.Topic;
import dev.parley.clock.HubTime;
import dev.parley.guard.Cycle;
import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.Ids;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Space;
import dev.parley.store.Store;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.RunAgentTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Looks for agents that all wait for each other in different runs, which no single run can see, and
 * has a person asked. Only agents who wait otherwise than before are looked at, each by whichever
 * node has changed that: the one that closes a circle sees all of it.
 */
public final class Circles {
    private static final int PAGE = 500;

    /** In as many runs as one agent is seen to wait. */
    private static final int MAX_RUNS = 1_000;

    /** How often, in hub time; who has a reply by then was never looked at. */
    private static final Duration PERIOD = Duration.ofSeconds(2);

    private final Store store;
    private final HubTime time;
    private final Suspects suspects;
    private final Audit audit;
    private final HubLines lines;
    private final Clocks clocks;
    private long looked;

    public Circles(
            Store store, HubTime time, Suspects suspects, Audit audit, Ids ids, Clocks clocks) {
        this.store = store;
        this.time = time;
        this.looked = time.now();
        this.suspects = suspects;
        this.audit = audit;
        this.lines = new HubLines(ids);
        this.clocks = clocks;
    }

    /** Looks at everybody who waits otherwise than before, if it is time to. */
    public void round() {
        long now = time.now();
        if (now - looked < PERIOD.toMillis()) {
            return;
        }
        looked = now;
        var taken = suspects.take();
        try {
            var round = new Round();
            for (var agent : taken.agents()) {
                round.look(agent);
            }
            if (taken.isEverybody()) {
                round.lookAtAll();
            }
        } catch (ParleyException failed) {
            suspects.putBack(taken);
            throw failed;
        }
    }

    /** Something an agent waits for. */
    private record Held(Act act, Cycle.Wait<AwaitedTable.Key> what) {}

    /** One look, in which nobody is read twice. */
    private final class Round {
        private final Map<Topic.Awaiting, List<Held>> known = new HashMap<>();
        private final Set<MessageId> found = new HashSet<>();

        void lookAtAll() {
            var last = AwaitedTable.Asker.NONE;
            while (true) {
                var after = last;
                var page = store.read(sql -> AwaitedTable.TABLE.askers(sql, after, PAGE));
                for (var asker : page) {
                    look(new Topic.Awaiting(new Space(asker.space()), asker.name()));
                }
                if (page.size() < PAGE) {
                    return;
                }
                last = page.getLast();
            }
        }

        void look(Topic.Awaiting agent) {
            var waits = search(agent);
            if (waits.isEmpty()) {
                return;
            }
            var circle = new Circle(waits);
            if (found.add(circle.id())
                    && store.write(new AskAboutCircle(circle, lines, clocks, audit))
                            == AskAboutCircle.Outcome.ALL_PAUSED) {
                suspects.hear(List.of(agent));
            }
        }

        private List<Cycle.Wait<AwaitedTable.Key>> search(Topic.Awaiting agent) {
            try {
                return Cycle.through(agent.agent(), name -> waits(agent.space(), name));
            } catch (SQLException unexpected) {
                throw new IllegalStateException(unexpected);
            }
        }

        /** Whoever is asked back about work it gave can answer, in whatever run it is asked. */
        private List<Cycle.Wait<AwaitedTable.Key>> waits(Space space, String agent) {
            var waits = new ArrayList<Cycle.Wait<AwaitedTable.Key>>();
            for (var held : held(space, agent)) {
                boolean isAskedBack =
                        held.act == Act.ASSIGN
                                && held(space, held.what.asked()).stream()
                                        .anyMatch(
                                                other ->
                                                        other.act != Act.ASSIGN
                                                                && other.what
                                                                        .asked()
                                                                        .equals(agent));
                if (!isAskedBack) {
                    waits.add(held.what);
                }
            }
            return waits;
        }

        private List<Held> held(Space space, String agent) {
            return known.computeIfAbsent(new Topic.Awaiting(space, agent), Circles.this::read);
        }
    }

    private List<Held> read(Topic.Awaiting agent) {
        var rows =
                store.read(
                        sql ->
                                RunAgentTable.TABLE.waiting(
                                        sql, agent.space(), agent.agent(), MAX_RUNS));
        return rows.stream()
                .flatMap(
                        row ->
                                row.waitsFor().stream()
                                        .filter(Circles::counts)
                                        .map(edge -> held(row, edge)))
                .toList();
    }

    private static boolean counts(RunAgentTable.Edge edge) {
        return !edge.suspended() && !edge.agent().equals(Address.USER.value());
    }

    private static Held held(RunAgentTable.Row row, RunAgentTable.Edge edge) {
        var by = new AwaitedTable.Key(row.key().run(), edge.seq());
        return new Held(edge.act(), new Cycle.Wait<>(row.key().agent(), edge.agent(), by));
    }
}

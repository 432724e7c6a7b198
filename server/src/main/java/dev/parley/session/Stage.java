package dev.parley.session;

import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import dev.parley.clock.Every;
import dev.parley.metric.Metrics;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.TurnState;
import dev.parley.store.Store;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import dev.parley.store.table.TurnTable;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Has agents that the hub runs take their turns: each session one at a time, many sessions at once,
 * each turn on a virtual thread. What a hub that is gone was doing is told to whoever waits for it.
 */
public final class Stage implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(1);
    private static final int PAGE = 500;

    /** How long agents have to stop when the hub does. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Store store;
    private final Wakeups wakeups;
    private final Metrics metrics;
    private final LongSupplier nanos;
    private final Turns turns;
    private final Performing performing;
    private final Map<Resident, Host> hosts;
    private final int most;
    private final Map<SessionTable.Key, Acting> acting = new ConcurrentHashMap<>();
    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("parley-turn-", 0).factory());
    private volatile boolean isStarted;
    private volatile boolean isClosing;
    private @Nullable Every rounds;
    private Wakeups.@Nullable Watch watch;

    /** A turn that is being taken. */
    private static final class Acting {
        private @Nullable Thread thread;

        synchronized void begins() {
            thread = Thread.currentThread();
        }

        synchronized void interrupt() {
            if (thread != null) {
                thread.interrupt();
            }
        }

        /** Nobody interrupts it from now on. */
        synchronized void ends() {
            thread = null;
            var _ = Thread.interrupted();
        }
    }

    Stage(
            Troupe.Base base,
            Turns turns,
            Performing performing,
            Map<Resident, Host> hosts,
            int most) {
        this.store = base.store();
        this.wakeups = base.wakeups();
        this.metrics = base.metrics();
        this.nanos = base.nanos();
        this.turns = turns;
        this.performing = performing;
        this.hosts = new ConcurrentHashMap<>(hosts);
        this.most = most;
        metrics.gauge("parley.turns.running", "Turns that are being taken", acting::size);
    }

    /** Begins, after it has told what became of turns that ran before. */
    public Stage start() {
        settle();
        isStarted = true;
        if (hosts.isEmpty()) {
            round();
        } else {
            goRound();
        }
        return this;
    }

    /** Where the hub runs nobody it need not look. */
    private synchronized void goRound() {
        if (rounds == null && !isClosing) {
            var often = new Every("turns", Duration.ZERO, PERIOD, this::round);
            rounds = often;
            watch = wakeups.watch(Set.of(new Topic.Turns()), often::soon);
        }
    }

    /** Lets go of what has not been needed for a while. */
    public void rest() {
        hosts.values().forEach(Host::rest);
    }

    /** From now on the hub runs an agent like this; what it had under way before is stopped. */
    public void engage(Resident resident, Host host) {
        var before = hosts.put(resident, host);
        if (before != null) {
            before.close();
        }
        if (isStarted) {
            goRound();
            soon();
        }
    }

    /** The hub runs an agent no more. */
    public void dismiss(Resident resident) {
        acting.forEach(
                (session, one) -> {
                    if (Resident.of(session).equals(resident)) {
                        one.interrupt();
                    }
                });
        var host = hosts.remove(resident);
        if (host != null) {
            host.close();
        }
        soon();
    }

    /** Whether an agent is at hand for a session. */
    public boolean isActive(SessionTable.Key session, SessionId id) {
        var host = hosts.get(Resident.of(session));
        return acting.containsKey(session) || (host != null && host.isLoaded(id));
    }

    /** Nobody speaks in a session any more. */
    void unload(SessionTable.Key session, SessionId id) {
        var host = hosts.get(Resident.of(session));
        if (host != null) {
            host.unload(id);
        }
    }

    /** Stops the turn that is under way in a session; whoever has spawned it is told. */
    boolean stop(SessionRow session, String why) {
        var running = session.running();
        if (running == null) {
            return false;
        }
        var turn = store.read(sql -> TurnTable.TABLE.between(sql, session.key(), running, running));
        return !turn.isEmpty() && performing.stop(turn.getFirst(), TurnState.CANCELLED, why);
    }

    /**
     * Gives up on agents that run themselves, were called before a moment and are gone, so that
     * whoever waits for an answer learns it; says on how many turns.
     */
    int giveUp(Instant before, Predicate<Resident> isThere) {
        int given = 0;
        for (var turn : store.read(sql -> TurnTable.TABLE.unanswered(sql, before, PAGE))) {
            var agent = Resident.of(turn.key().session());
            if (!isThere.test(agent)) {
                performing.failed(turn, agent.agent() + " has not answered, and is not there");
                given++;
            }
        }
        return given;
    }

    private void settle() {
        var left = store.read(sql -> TurnTable.TABLE.abandoned(sql, turns.hub(), PAGE));
        while (!left.isEmpty()) {
            for (var turn : left) {
                var host = hosts.get(Resident.of(turn.key().session()));
                if (host != null && host.retries()) {
                    store.write(turns.again(turn.key()));
                } else {
                    performing.interrupted(turn, "the hub ended while the agent was at it");
                }
            }
            left = store.read(sql -> TurnTable.TABLE.abandoned(sql, turns.hub(), PAGE));
        }
    }

    private void round() {
        for (var turn : store.read(sql -> TurnTable.TABLE.due(sql, PAGE))) {
            if (isClosing || acting.size() >= most) {
                return;
            }
            begin(turn);
        }
    }

    private void begin(TurnTable.Row due) {
        var session = due.key().session();
        var host = hosts.get(Resident.of(session));
        if (host == null) {
            store.write(
                    turns.stop(
                            due.key(),
                            TurnState.FAILED,
                            "this hub does not run " + session.agent() + " any more",
                            null));
        } else if (!acting.containsKey(session) && isFree(host, session)) {
            var one = new Acting();
            acting.put(session, one);
            threads.execute(() -> play(due, host, one));
        }
    }

    private boolean isFree(Host host, SessionTable.Key session) {
        var resident = Resident.of(session);
        return host.atOnce() == Integer.MAX_VALUE
                || acting.keySet().stream().filter(key -> Resident.of(key).equals(resident)).count()
                        < host.atOnce();
    }

    private void play(TurnTable.Row due, Host host, Acting one) {
        var run = due.key().session().run();
        try {
            var begun = store.write(turns.begin(due.key()));
            if (begun.isEmpty()) {
                return;
            }
            one.begins();
            long since = nanos.getAsLong();
            var topic = new Topic.Run(run.space(), run.run());
            try (var _ = wakeups.watch(Set.of(topic), () -> look(due.key(), one))) {
                // Called off before anybody watched, it is over.
                if (!performing.state(due.key()).isFinal()) {
                    performing.perform(begun.get(), host, () -> isClosing);
                }
            } finally {
                one.ends();
            }
            note(due.key(), Duration.ofNanos(nanos.getAsLong() - since));
        } finally {
            acting.remove(due.key().session());
            soon();
        }
    }

    private void note(TurnTable.Key turn, Duration took) {
        var state = performing.state(turn);
        if (state.isFinal()) {
            metrics.turnTaken(state, took);
        }
    }

    private void soon() {
        var often = rounds;
        if (often != null) {
            often.soon();
        }
    }

    /** Stops a turn that somebody has called off. */
    private void look(TurnTable.Key key, Acting one) {
        if (isClosing) {
            return;
        }
        threads.execute(
                () -> {
                    if (performing.state(key).isFinal()) {
                        one.interrupt();
                    }
                });
    }

    @Override
    public void close() {
        isClosing = true;
        if (watch != null) {
            watch.close();
        }
        if (rounds != null) {
            rounds.close();
        }
        acting.values().forEach(Acting::interrupt);
        threads.shutdown();
        try {
            var _ = threads.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        hosts.values().stream().distinct().forEach(Host::close);
    }
}

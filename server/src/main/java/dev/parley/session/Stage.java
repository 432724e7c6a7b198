package dev.parley.session;

import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import dev.parley.clock.Every;
import dev.parley.metric.Metrics;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.TurnState;
import dev.parley.store.Store;
import dev.parley.store.table.AgentTable;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;
import dev.parley.store.table.TurnTable;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has agents that the hub runs take their turns: each session one at a time, many sessions at once,
 * each turn on a virtual thread.
 */
public final class Stage implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Stage.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    /** How long agents have to stop when the hub does. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Store store;
    private final Wakeups wakeups;
    private final Metrics metrics;
    private final LongSupplier nanos;
    private final Turns turns;
    private final Performing performing;
    private final Orphans orphans;
    private final Map<AgentTable.Key, Host> hosts;
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

        /** Whether it only waits for its run to go on, and needs no place meanwhile. */
        private volatile boolean isHeld;

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
            Orphans orphans,
            Map<AgentTable.Key, Host> hosts,
            int most) {
        this.store = base.store();
        this.wakeups = base.wakeups();
        this.metrics = base.metrics();
        this.nanos = base.nanos();
        this.turns = turns;
        this.performing = performing;
        this.orphans = orphans;
        this.hosts = new ConcurrentHashMap<>(hosts);
        this.most = most;
        metrics.gauge("parley.turns.running", "Turns that are being taken", acting::size);
    }

    /** Begins, after it has told what became of turns that ran before. */
    public Stage start() {
        orphans.settle(hosts::get);
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
    public void engage(AgentTable.Key resident, Host host) {
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
    public void dismiss(AgentTable.Key resident) {
        acting.forEach(
                (session, one) -> {
                    if (session.whose().equals(resident)) {
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
        var host = hosts.get(session.whose());
        return acting.containsKey(session) || (host != null && host.isLoaded(id));
    }

    /** Nobody speaks in a session any more. */
    void unload(SessionTable.Key session, SessionId id) {
        var host = hosts.get(session.whose());
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

    private void round() {
        orphans.lost(acting::containsKey);
        for (var resident : store.read(TurnTable.TABLE::waiting)) {
            var host = hosts.get(resident);
            if (isClosing) {
                return;
            }
            if (host == null) {
                orphans.dismissed(resident);
            } else if (room(resident, host) > 0) {
                begin(resident, host);
            }
        }
    }

    private void begin(AgentTable.Key resident, Host host) {
        int enough = room(resident, host) + acting.size();
        for (var turn : store.read(sql -> TurnTable.TABLE.due(sql, resident, enough))) {
            var session = turn.key().session();
            if (isClosing || room(resident, host) <= 0) {
                return;
            }
            if (!acting.containsKey(session)) {
                var one = new Acting();
                acting.put(session, one);
                threads.execute(() -> play(turn, host, one));
            }
        }
    }

    /** How many more turns an agent may have just now. */
    private int room(AgentTable.Key resident, Host host) {
        int all = 0;
        int own = 0;
        for (var one : acting.entrySet()) {
            if (!one.getValue().isHeld) {
                all++;
                own += one.getKey().whose().equals(resident) ? 1 : 0;
            }
        }
        return Math.min(most - all, host.atOnce() - own);
    }

    private void play(TurnTable.Row due, Host host, Acting one) {
        var run = due.key().session().run();
        boolean isTaken = false;
        try {
            var begun = store.write(turns.begin(due.key()));
            if (begun.isEmpty()) {
                return;
            }
            isTaken = true;
            one.begins();
            long since = nanos.getAsLong();
            var topic = new Topic.Run(run.space(), run.run());
            try (var _ = wakeups.watch(Set.of(topic), () -> look(due.key(), one))) {
                // Called off before anybody watched, it is over.
                if (!performing.isOff(due.key())) {
                    performing.perform(
                            begun.get(), host, () -> isClosing, isHeld -> one.isHeld = isHeld);
                }
            } finally {
                one.ends();
            }
            note(due.key(), Duration.ofNanos(nanos.getAsLong() - since));
        } catch (RuntimeException trouble) {
            LOG.atWarn().setCause(trouble).log("event=turn-lost agent={}", due.key().session());
        } finally {
            acting.remove(due.key().session());
            if (isTaken) {
                soon();
            }
        }
    }

    /** By now nobody interrupts it any more. */
    private void note(TurnTable.Key key, Duration took) {
        var turn = performing.find(key);
        if (turn.state().isFinal()) {
            metrics.turnTaken(turn.state(), took);
        }
        if (turn.state().isFinal() && turn.fault() != null) {
            performing.report(turn, turn.state(), turn.fault());
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
                    if (performing.isOff(key)) {
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

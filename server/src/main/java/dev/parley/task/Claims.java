package dev.parley.task;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.agent.Presence;
import dev.parley.bus.Topic;
import dev.parley.clock.HubTime;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.TaskId;
import dev.parley.run.Chronicle;
import dev.parley.store.Command;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.FrontTable;
import dev.parley.store.table.RouteHeadTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Hands tasks to workers, each to one at a time. */
public final class Claims {
    /** After how long a crew that asks for work is noted to do so. */
    static final Duration NOTED = Duration.ofSeconds(20);

    /** How often tasks that other nodes are just giving away are stepped over. */
    private static final int MAX_TRIES = 50;

    private final Store store;
    private final Waits waits;
    private final HubTime time;
    private final Chronicle chronicle;
    private final Map<CrewTable.Key, Integer> listening = new ConcurrentHashMap<>();
    private final Set<Stay> staying = ConcurrentHashMap.newKeySet();

    public Claims(Store store, Waits waits, HubTime time, Chronicle chronicle) {
        this.store = store;
        this.waits = waits;
        this.time = time;
        this.chronicle = chronicle;
    }

    /**
     * What a worker asks for.
     *
     * @param only the one task it wants; null for whichever is next
     * @param lease how long it may stay silent before the task is given to another
     */
    public record Request(Worker worker, @Nullable TaskId only, Duration lease) {}

    /**
     * The next task for the worker; with none there yet, waits for as long as allowed.
     *
     * @param carry carries a claim out, at least once, so that a repeated one gets the first answer
     */
    public <V> Optional<V> claim(
            Principal caller,
            Request request,
            Duration wait,
            Function<Command<Optional<TaskRow>>, Optional<V>> carry) {
        var crew = request.worker.crew(caller);
        keepUp(crew);
        var first = carry.apply(claim(crew, request));
        if (first.isPresent() || request.only != null) {
            return first;
        }
        var topics =
                Set.<Topic>of(
                        new Topic.Work(crew.space(), crew.agent().value()),
                        new Topic.Work(crew.space(), ""));
        try (var stay = new Stay(crew, request.worker.instance())) {
            return waits.on(caller, topics, wait)
                    .until(
                            () -> stay.isOver ? Optional.<V>empty() : attempt(stay, request, carry),
                            got -> got.isPresent() || stay.isOver);
        }
    }

    /** A worker waits for something to do. */
    private final class Stay implements AutoCloseable {
        private final CrewTable.Key crew;
        private final InstanceId instance;
        private volatile boolean isOver;

        Stay(CrewTable.Key crew, InstanceId instance) {
            this.crew = crew;
            this.instance = instance;
            staying.add(this);
        }

        @Override
        public void close() {
            staying.remove(this);
        }
    }

    /**
     * A worker asks for no more work. What its instance waits for is over at once, because who
     * hangs up is not always noticed at once; another that has the same name asks anew.
     */
    public void leave(Principal caller, Worker worker) {
        var crew = worker.crew(caller);
        for (var stay : staying) {
            if (stay.crew.equals(crew) && stay.instance.equals(worker.instance())) {
                stay.isOver = true;
            }
        }
        store.write(new Leave(crew, time.now() - Presence.ONLINE.toMillis()));
        if (listening.containsKey(crew)) {
            keepUp(crew);
        }
    }

    /** A worker listens for work rather than to ask for it again and again. */
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    /** For as long as it does, its crew is known to be there. */
    public Listening listen(Principal caller, Worker worker) {
        var crew = worker.crew(caller);
        keepUp(crew);
        listening.merge(crew, 1, Integer::sum);
        return () -> listening.computeIfPresent(crew, (_, n) -> n == 1 ? null : n - 1);
    }

    /** Notes which crews still listen. */
    public void refresh() {
        listening.keySet().forEach(this::keepUp);
    }

    private <V> Optional<V> attempt(
            Stay stay, Request request, Function<Command<Optional<TaskRow>>, Optional<V>> carry) {
        var crew = stay.crew;
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            keepUp(crew, () -> stay.isOver);
            if (!store.read(sql -> hasWork(sql, crew))) {
                return Optional.empty();
            }
            var got = carry.apply(claim(crew, request));
            if (got.isPresent()) {
                return got;
            }
        }
        return Optional.empty();
    }

    private Claim claim(CrewTable.Key crew, Request request) {
        var only = request.only;
        return new Claim(
                crew,
                request.worker,
                only == null ? null : new RunKey(crew.space(), only.run()),
                request.lease.toMillis(),
                time.now(),
                chronicle);
    }

    private void keepUp(CrewTable.Key crew) {
        keepUp(crew, () -> false);
    }

    private void keepUp(CrewTable.Key crew, BooleanSupplier hasLeft) {
        if (store.read(sql -> isUpToDate(sql, crew))) {
            return;
        }
        boolean isDone = false;
        while (!isDone) {
            isDone = store.write(new CatchUp(crew, time.now(), hasLeft));
        }
    }

    private boolean isUpToDate(Sql sql, CrewTable.Key crew) throws SQLException {
        var known = CrewTable.TABLE.find(sql, crew);
        return known.isPresent()
                && known.get().lastUsed() > time.now() - NOTED.toMillis()
                && known.get().seen() == RouteHeadTable.TABLE.of(sql, crew.space());
    }

    private static boolean hasWork(Sql sql, CrewTable.Key crew) throws SQLException {
        var known = CrewTable.TABLE.find(sql, crew);
        return known.isPresent() && FrontTable.TABLE.next(sql, known.get()).isPresent();
    }
}

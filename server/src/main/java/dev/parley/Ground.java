package dev.parley;

import dev.parley.access.Bearer;
import dev.parley.access.Logins;
import dev.parley.access.Tokens;
import dev.parley.access.Waits;
import dev.parley.agent.Presence;
import dev.parley.audit.Audit;
import dev.parley.bus.Asides;
import dev.parley.bus.Poll;
import dev.parley.bus.Wakeups;
import dev.parley.clock.Every;
import dev.parley.clock.HubTime;
import dev.parley.config.Config;
import dev.parley.metric.Metrics;
import dev.parley.operate.LongWork;
import dev.parley.operate.Upkeep;
import dev.parley.program.Strays;
import dev.parley.protocol.Ids;
import dev.parley.run.Suspects;
import dev.parley.store.DataFolder;
import dev.parley.store.Store;
import dev.parley.store.blob.Blobs;
import dev.parley.store.postgres.DatabaseClock;
import dev.parley.store.postgres.PostgresHeads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * What everything stands on: the store and its clocks, who is there, who may, and what is kept of
 * it.
 *
 * @param address where programs on this machine find the hub, once its door is open
 */
record Ground(
        Config config,
        Parts parts,
        DataFolder folder,
        Databases database,
        InstantSource clock,
        LongSupplier nanos,
        Ids ids,
        Store store,
        Wakeups wakeups,
        Asides asides,
        Suspects suspects,
        HubTime time,
        Blobs blobs,
        Presence presence,
        LongWork longWork,
        Metrics metrics,
        Audit audit,
        Tokens tokens,
        Bearer bearer,
        Logins logins,
        Waits waits,
        AtomicReference<String> address) {
    static final Duration SECOND = Duration.ofSeconds(1);

    /** How often it is looked who still holds a stream or a wait open. */
    static final Duration ATTENDANCE = Duration.ofSeconds(5);

    static Ground lay(
            Config config,
            Function<Databases, InstantSource> wall,
            LongSupplier nanos,
            Parts parts) {
        var folder = parts.add(DataFolder.claim(config.data()));
        Strays.endThoseOf(folder.path());
        var wakeups = new Wakeups();
        var suspects = new Suspects();
        var database = Databases.of(config, folder);
        var clock = wall.apply(database);
        var ids = Ids.random(clock);
        var limits = new Store.Limits(config.store().queueSize(), config.store().readThreads());
        var store =
                parts.add(
                        Store.open(
                                database.dialect(),
                                clock,
                                limits,
                                changed -> {
                                    wakeups.wake(changed);
                                    suspects.hear(changed);
                                }));
        if (database.dialect().isShared()) {
            parts.add(new Poll(wakeups, new PostgresHeads(store)).start());
        }
        if (clock instanceof DatabaseClock shared) {
            var often = DatabaseClock.READ_EVERY;
            parts.add(new Every("wall-clock", often, often, () -> store.read(shared::read)));
        }
        var time = parts.add(HubTime.open(store, nanos));
        time.start();
        var bounds = config.blobs();
        var blobs =
                new Blobs(
                        store,
                        database.blobs(),
                        new Blobs.Limits(bounds.maxSize(), bounds.quota(), bounds.retention()),
                        ids,
                        clock);
        var presence = new Presence(store, time);
        parts.add(new Every("presence", ATTENDANCE, ATTENDANCE, presence::refresh));
        var upkeep = new Upkeep(store, blobs, presence);
        parts.add(new Every("upkeep", Duration.ofMinutes(1), Upkeep.PERIOD, upkeep::round));
        var longWork = parts.add(new LongWork());
        var metrics = new Metrics();
        var audit = parts.add(new Audit(store, clock)).start();
        var tokens = new Tokens(store, ids, clock);
        Gauges.bindStore(metrics, store);
        return new Ground(
                config,
                parts,
                folder,
                database,
                clock,
                nanos,
                ids,
                store,
                wakeups,
                new Asides(),
                suspects,
                time,
                blobs,
                presence,
                longWork,
                metrics,
                audit,
                tokens,
                new Bearer(tokens),
                new Logins(store, ids, time, clock),
                new Waits(wakeups, tokens),
                new AtomicReference<>(""));
    }

    /** Has something looked after once a second. */
    void everySecond(String name, Runnable round) {
        every(name, SECOND, round);
    }

    void every(String name, Duration period, Runnable round) {
        parts.add(new Every(name, period, period, round));
    }
}

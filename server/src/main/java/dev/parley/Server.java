package dev.parley;

import dev.parley.access.Bearer;
import dev.parley.access.OwnerToken;
import dev.parley.access.Secret;
import dev.parley.access.Tokens;
import dev.parley.access.Waits;
import dev.parley.agent.Agents;
import dev.parley.agent.Candidates;
import dev.parley.agent.Presence;
import dev.parley.audit.Audit;
import dev.parley.audit.Happening;
import dev.parley.bus.Poll;
import dev.parley.bus.Wakeups;
import dev.parley.cli.Build;
import dev.parley.clock.Every;
import dev.parley.clock.HubTime;
import dev.parley.config.Config;
import dev.parley.config.Setting;
import dev.parley.guard.Guards;
import dev.parley.guard.Rates;
import dev.parley.http.HttpServer;
import dev.parley.http.HttpSettings;
import dev.parley.http.Routes;
import dev.parley.http.api.AgentInboxRoutes;
import dev.parley.http.api.AgentRoutes;
import dev.parley.http.api.Api;
import dev.parley.http.api.AuditRoutes;
import dev.parley.http.api.BlobRoutes;
import dev.parley.http.api.ConfigRoutes;
import dev.parley.http.api.ControlRoutes;
import dev.parley.http.api.DeadLetterRoutes;
import dev.parley.http.api.HealthRoutes;
import dev.parley.http.api.InboxRoutes;
import dev.parley.http.api.MessageRoutes;
import dev.parley.http.api.MetricRoutes;
import dev.parley.http.api.OpenApiRoutes;
import dev.parley.http.api.OperationRoutes;
import dev.parley.http.api.OutboxRoutes;
import dev.parley.http.api.QuestionRoutes;
import dev.parley.http.api.Recording;
import dev.parley.http.api.RunRoutes;
import dev.parley.http.api.SelectRoutes;
import dev.parley.http.api.TaskRoutes;
import dev.parley.http.api.TokenRoutes;
import dev.parley.http.api.TopicRoutes;
import dev.parley.http.api.WorkRoutes;
import dev.parley.inbox.AgentInbox;
import dev.parley.inbox.DeadLetters;
import dev.parley.inbox.Inbox;
import dev.parley.inbox.Oldest;
import dev.parley.inbox.Outbox;
import dev.parley.inbox.Receipts;
import dev.parley.inbox.Sharing;
import dev.parley.metric.Lately;
import dev.parley.metric.Metrics;
import dev.parley.operate.Backup;
import dev.parley.operate.Check;
import dev.parley.operate.LongWork;
import dev.parley.operate.Upkeep;
import dev.parley.protocol.Ids;
import dev.parley.question.Questions;
import dev.parley.run.AckClock;
import dev.parley.run.Admission;
import dev.parley.run.Chronicle;
import dev.parley.run.Circles;
import dev.parley.run.Clocks;
import dev.parley.run.Control;
import dev.parley.run.Dispatch;
import dev.parley.run.Intents;
import dev.parley.run.Payloads;
import dev.parley.run.ReplyClock;
import dev.parley.run.Runs;
import dev.parley.run.Steering;
import dev.parley.run.Suspects;
import dev.parley.store.DataFolder;
import dev.parley.store.Store;
import dev.parley.store.blob.Blobs;
import dev.parley.store.postgres.DatabaseClock;
import dev.parley.store.postgres.PostgresHeads;
import dev.parley.stream.EventRoutes;
import dev.parley.stream.SocketRoute;
import dev.parley.stream.Streams;
import dev.parley.stream.TopicEvents;
import dev.parley.stream.WorkStream;
import dev.parley.task.Claims;
import dev.parley.task.Leases;
import dev.parley.task.RouteSweep;
import dev.parley.task.TaskClock;
import dev.parley.task.TaskView;
import dev.parley.task.Tasks;
import dev.parley.task.Why;
import dev.parley.task.Work;
import dev.parley.topic.Retention;
import dev.parley.topic.Subscriptions;
import dev.parley.topic.Topics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** A running hub: builds every part once, in the order in which they stand on each other. */
public final class Server implements AutoCloseable {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** How often it is looked who still holds a stream or a wait open. */
    private static final Duration ATTENDANCE = Duration.ofSeconds(5);

    private final Parts parts;
    private final Routes routes;
    private final Wakeups wakeups;
    private final HubTime time;
    private final AckClock acks;
    private final ReplyClock replies;
    private final Store store;
    private final String url;
    private final Optional<Secret> newOwner;

    private Server(
            Parts parts,
            Routes routes,
            Wakeups wakeups,
            HubTime time,
            AckClock acks,
            ReplyClock replies,
            Store store,
            String url,
            Optional<Secret> newOwner) {
        this.parts = parts;
        this.routes = routes;
        this.wakeups = wakeups;
        this.time = time;
        this.acks = acks;
        this.replies = replies;
        this.store = store;
        this.url = url;
        this.newOwner = newOwner;
    }

    public static Server start(Config config) {
        return startOn(config, InstantSource.system(), System::nanoTime);
    }

    /** Starts a hub on a machine with this clock; where hubs share a database, its clock counts. */
    static Server startOn(Config config, InstantSource local, LongSupplier nanos) {
        return start(config, database -> database.clock(local), nanos);
    }

    /** Starts a hub that reads the time from this clock, and how it passes from these nanos. */
    public static Server start(Config config, InstantSource clock, LongSupplier nanos) {
        return start(config, _ -> clock, nanos);
    }

    private static Server start(
            Config config, Function<Databases, InstantSource> wall, LongSupplier nanos) {
        var parts = new Parts();
        try {
            return start(config, wall, nanos, parts);
        } catch (RuntimeException failed) {
            parts.closeAfter(failed);
            throw failed;
        }
    }

    private static Server start(
            Config config,
            Function<Databases, InstantSource> wall,
            LongSupplier nanos,
            Parts parts) {
        var folder = parts.add(DataFolder.claim(config.data()));
        var wakeups = new Wakeups();
        var suspects = new Suspects();
        var database = Databases.of(config, folder);
        var clock = wall.apply(database);
        var ids = Ids.random(clock);
        var store =
                parts.add(
                        Store.open(
                                database.dialect(),
                                clock,
                                new Store.Limits(
                                        config.store().queueSize(), config.store().readThreads()),
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
        var blobs =
                new Blobs(
                        store,
                        database.blobs(),
                        new Blobs.Limits(
                                config.blobs().maxSize(),
                                config.blobs().quota(),
                                config.blobs().retention()),
                        ids,
                        clock);
        var presence = new Presence(store, time);
        parts.add(new Every("presence", ATTENDANCE, ATTENDANCE, presence::refresh));
        var upkeep = new Upkeep(store, blobs, presence);
        parts.add(new Every("upkeep", Duration.ofMinutes(1), Upkeep.PERIOD, upkeep::round));
        var agents = new Agents(store, presence);
        var work = parts.add(new LongWork());
        var metrics = new Metrics();
        var audit = parts.add(new Audit(store, clock)).start();

        var tokens = new Tokens(store, ids, clock);
        var bearer = new Bearer(tokens);
        var waits = new Waits(wakeups, tokens);

        var limits =
                new Payloads.Limits(config.limits().inlineSize(), config.limits().payloadSize());
        var guards = config.guards();
        var rates = new Rates.Limits(config.limits().pairRate(), config.limits().agentRate());
        var clocks = new Clocks(time::now, config.acks().patience(), config.acks().redeliveries());
        var admission =
                new Admission(
                        new Guards(
                                guards.traceHops(),
                                guards.internalLoop(),
                                guards.clarificationLoop(),
                                guards.cycle()),
                        new Rates(rates, nanos),
                        audit);
        var runs =
                new Runs(
                        store,
                        waits,
                        new Payloads(blobs, limits),
                        config.kinds(),
                        ids,
                        admission,
                        clocks);
        var questions = new Questions(store, waits, runs);
        var intents = new Intents(store, runs, ids);
        var control =
                new ControlRoutes(
                        new Control(store, runs, ids, clocks), new Steering(store, runs), intents);
        var replies = new ReplyClock(store, presence, clock, ids, clocks);
        parts.add(new Every("replies", SECOND, SECOND, replies::round));
        if (guards.cycle()) {
            var circles = new Circles(store, time, suspects, audit, ids, clocks);
            parts.add(new Every("circles", SECOND, SECOND, circles::round));
        }
        var acks = new AckClock(store, presence, clocks, ids);
        parts.add(new Every("acks", SECOND, SECOND, acks::round));
        metrics.counter("parley.acks.timed.out", "Messages never acked", acks::timedOut);
        var sharing = new Sharing(store, presence, clocks);
        parts.add(new Every("sharing", ATTENDANCE, ATTENDANCE, sharing::round));
        var inbox = new Inbox(store, waits, runs, sharing, clocks);
        var agentInbox = new AgentInbox(store, waits, runs, sharing, clocks);
        var unread = new Lately<List<Oldest.Waiting>>(List.of(), new Oldest(store)::look, nanos);
        var dispatch = new Dispatch(store, runs);
        var deadLetters = new DeadLetters(store, dispatch, acks, admission.rates());
        var topics = new Topics(store);
        var subscriptions = new Subscriptions(store, waits, topics);
        var retention =
                new Retention(
                        store, clock, config.topics().retention(), config.topics().retentionSize());
        parts.add(new Every("retention", SECOND, Upkeep.PERIOD, retention::round));
        var streams =
                new Streams(
                        store,
                        runs,
                        topics,
                        tokens,
                        wakeups,
                        clock,
                        metrics,
                        new Streams.Limits(
                                config.streams().max(),
                                config.streams().maxPerToken(),
                                config.streams().pulse()));

        var chronicle = new Chronicle(ids, clocks);
        var why = new Why(store, time);
        var taskView = new TaskView(store, why);
        var taskClock = new TaskClock(store, time, clock, why, chronicle);
        parts.add(new Every("tasks", SECOND, SECOND, taskClock::round));
        var tasks = new Tasks(store, waits, runs, chronicle, clock);
        var sweep = new RouteSweep(store, clock, time::now);
        parts.add(new Every("routes", RouteSweep.PERIOD, RouteSweep.PERIOD, sweep::round));
        var claims = new Claims(store, waits, time, chronicle);
        parts.add(new Every("crews", ATTENDANCE, ATTENDANCE, claims::refresh));

        var routes =
                Api.routes(
                        store,
                        new HealthRoutes(store, Build.version()),
                        new OpenApiRoutes(),
                        new MetricRoutes(metrics, unread, clock, config.metrics().isOpen()),
                        new RunRoutes(store, runs, intents),
                        control,
                        new MessageRoutes(store, runs, agentInbox, dispatch, deadLetters, presence),
                        new InboxRoutes(store, inbox, new Receipts(store, waits, runs), presence),
                        new AgentRoutes(store, agents, presence, sharing),
                        new SelectRoutes(new Candidates(store, agents)),
                        new QuestionRoutes(store, questions),
                        new AgentInboxRoutes(store, agentInbox, presence),
                        new OutboxRoutes(store, new Outbox(store)),
                        new DeadLetterRoutes(store, deadLetters),
                        new BlobRoutes(store, blobs),
                        new TokenRoutes(store, tokens, clock),
                        new AuditRoutes(store, audit),
                        new ConfigRoutes(config.settings().stream().map(Server::shown).toList()),
                        new OperationRoutes(
                                store,
                                new Backup(store, blobs, database.blobs(), folder.path(), work),
                                new Check(store, blobs, database.blobs(), work, config.kinds()),
                                work,
                                clock),
                        new TopicRoutes(store, topics, subscriptions),
                        new TopicEvents(streams, subscriptions),
                        new TaskRoutes(store, tasks, taskView),
                        new WorkRoutes(
                                store,
                                claims,
                                new Leases(store, runs, time, chronicle),
                                taskView,
                                presence),
                        new EventRoutes(streams, runs, sharing, presence),
                        new WorkStream(streams, claims, new Work(store, clock), presence),
                        new SocketRoute(streams, runs, bearer, sharing, presence));
        var settings =
                HttpSettings.on(config.http().host(), config.http().port())
                        .allowing(Set.copyOf(config.http().allowedHosts()), Set.of())
                        .limiting(HttpSettings.MAX_REQUESTS, config.limits().bodySize());
        var http =
                parts.add(
                        HttpServer.start(
                                settings,
                                routes,
                                bearer::authenticate,
                                new Recording(audit, metrics)));
        parts.add(streams.start());
        parts.add(wakeups);
        Gauges.bindStore(metrics, store);
        Gauges.bindDoors(metrics, http, wakeups, streams.traffic());
        Gauges.bindTasks(metrics, tasks, clock, nanos);
        Gauges.bindWaiting(metrics, questions, unread, clock, nanos);
        var newOwner = new OwnerToken(folder.ownerToken(), store, tokens).ensure();
        newOwner.map(tokens::authenticate)
                .ifPresent(
                        owner ->
                                audit.act(
                                        Happening.ofHub(
                                                "start", owner.tokenId(), "a token of the owner")));
        var url = "http://" + bracketed(config.http().host()) + ":" + http.port();
        folder.announce(url);
        return new Server(parts, routes, wakeups, time, acks, replies, store, url, newOwner);
    }

    private static ConfigRoutes.Setting shown(Setting setting) {
        return new ConfigRoutes.Setting(
                setting.key(), setting.value(), setting.source(), setting.from(), setting.doc());
    }

    private static String bracketed(String host) {
        return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    /** Where the API is. */
    public String url() {
        return url;
    }

    /** Everything that it answers to. */
    Routes routes() {
        return routes;
    }

    /** Who waits here, and for what. */
    Wakeups wakeups() {
        return wakeups;
    }

    /** The time that it has watched. */
    HubTime time() {
        return time;
    }

    /** Who looks after acks. */
    AckClock acks() {
        return acks;
    }

    /** Who looks after replies. */
    ReplyClock replies() {
        return replies;
    }

    /** What the store has done so far. */
    Store.Stats stats() {
        return store.stats();
    }

    /** The owner's token, when this start has made one. */
    public Optional<Secret> newOwner() {
        return newOwner;
    }

    @Override
    public void close() {
        parts.close();
    }
}

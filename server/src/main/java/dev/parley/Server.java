package dev.parley;

import dev.parley.access.OwnerToken;
import dev.parley.access.Secret;
import dev.parley.audit.Happening;
import dev.parley.bus.Wakeups;
import dev.parley.clock.HubTime;
import dev.parley.config.Config;
import dev.parley.console.Console;
import dev.parley.http.Routes;
import dev.parley.metric.Metrics;
import dev.parley.run.AckClock;
import dev.parley.run.ReplyClock;
import dev.parley.session.Sessions;
import dev.parley.store.Store;
import dev.parley.task.TaskClock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;

/** A running hub: builds every part once, in the order in which they stand on each other. */
public final class Server implements AutoCloseable {
    private final Ground ground;
    private final Conversation conversation;
    private final Workshop workshop;
    private final Doors doors;
    private final String url;
    private final Optional<Secret> newOwner;

    private Server(
            Ground ground,
            Conversation conversation,
            Workshop workshop,
            Doors doors,
            String url,
            Optional<Secret> newOwner) {
        this.ground = ground;
        this.conversation = conversation;
        this.workshop = workshop;
        this.doors = doors;
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

    /** Starts a hub to be asked something, which runs no agents. */
    static Server startToLook(Config config) {
        return start(
                config,
                database -> database.clock(InstantSource.system()),
                System::nanoTime,
                _ -> {});
    }

    private static Server start(
            Config config, Function<Databases, InstantSource> wall, LongSupplier nanos) {
        return start(config, wall, nanos, Server::runAgents);
    }

    private static Server start(
            Config config,
            Function<Databases, InstantSource> wall,
            LongSupplier nanos,
            Consumer<Server> then) {
        var parts = new Parts();
        try {
            var server = start(config, wall, nanos, parts);
            then.accept(server);
            return server;
        } catch (RuntimeException failed) {
            parts.closeAfter(failed);
            throw failed;
        }
    }

    private void runAgents() {
        workshop.company().contracts().load();
        ground.parts().add(workshop.troupe().stage().start());
    }

    private static Server start(
            Config config,
            Function<Databases, InstantSource> wall,
            LongSupplier nanos,
            Parts parts) {
        var ground = Ground.lay(config, wall, nanos, parts);
        var conversation = Conversation.on(ground);
        var workshop = Workshop.on(ground, conversation);
        var doors = Doors.open(ground, conversation, workshop);
        var newOwner = owner(ground);
        var url = "http://" + bracketed(config.http().host()) + ":" + doors.http().port();
        ground.folder().announce(url);
        ground.address().set(isWildcard(config.http().host()) ? loopback(doors) : url);
        return new Server(ground, conversation, workshop, doors, url, newOwner);
    }

    private static Optional<Secret> owner(Ground ground) {
        var file = ground.folder().ownerToken();
        var made = new OwnerToken(file, ground.store(), ground.tokens()).ensure();
        made.map(ground.tokens()::authenticate)
                .ifPresent(
                        owner ->
                                ground.audit()
                                        .act(
                                                Happening.ofHub(
                                                        "start",
                                                        owner.tokenId(),
                                                        "a token of the owner")));
        return made;
    }

    private static String bracketed(String host) {
        return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    private static boolean isWildcard(String host) {
        return host.equals("0.0.0.0") || host.equals("::") || host.equals("[::]");
    }

    private static String loopback(Doors doors) {
        return "http://127.0.0.1:" + doors.http().port();
    }

    /** Where the API is. */
    public String url() {
        return url;
    }

    /** Everything that it answers to. */
    Routes routes() {
        return doors.routes();
    }

    /** Who waits here, and for what. */
    Wakeups wakeups() {
        return ground.wakeups();
    }

    /** The time that it has watched. */
    HubTime time() {
        return ground.time();
    }

    /** Who looks after acks. */
    AckClock acks() {
        return conversation.acks();
    }

    /** Who looks after replies. */
    ReplyClock replies() {
        return conversation.replies();
    }

    /** Who looks after leases and deadlines of tasks. */
    TaskClock tasks() {
        return workshop.taskClock();
    }

    /** Conversations with agents. */
    Sessions sessions() {
        return workshop.troupe().sessions();
    }

    /** Gives up on agents of sessions that were called before a moment and are not there. */
    int giveUp(Instant before) {
        return Company.giveUp(workshop.troupe(), ground, before);
    }

    /** What it counts and measures. */
    Metrics metrics() {
        return ground.metrics();
    }

    /** Every way in. */
    Doors doors() {
        return doors;
    }

    /** What the store has done so far. */
    Store.Stats stats() {
        return ground.store().stats();
    }

    /** The owner's token, when this start has made one. */
    public Optional<Secret> newOwner() {
        return newOwner;
    }

    /** A link that opens the console for the owner, once. */
    String consoleLink(Secret owner) {
        var link = ground.logins().link(ground.tokens().authenticate(owner));
        return ground.address().get() + Console.address(link);
    }

    @Override
    public void close() {
        ground.parts().close();
    }
}

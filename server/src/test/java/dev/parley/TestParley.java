package dev.parley;

import dev.parley.bus.Topic;
import dev.parley.config.Config;
import dev.parley.http.Route;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.Json;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.store.sqlite.SqliteStores;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A real hub in a folder of its own, spoken to over real HTTP: {@code try (var parley =
 * TestParley.start())}.
 */
public final class TestParley implements AutoCloseable {
    /** Where time stands still, what a rate has used up never comes back; so there is none. */
    private static final Map<String, String> USUAL =
            Map.of("http.port", "0", "limits.pair-rate", "0", "limits.agent-rate", "0");

    private final Path folder;
    private final Server server;
    private final TestNanos nanos;

    private TestParley(Path folder, Server server, TestNanos nanos) {
        this.folder = folder;
        this.server = server;
        this.nanos = nanos;
    }

    /** On SQLite, with nothing configured. */
    public static TestParley start() {
        return new Setup().start();
    }

    /** With a configuration key set. */
    public static Setup with(String key, String value) {
        return new Setup().with(key, value);
    }

    /** On a PostgreSQL database, which other hubs may share. */
    public static Setup on(PostgresStores database) {
        return with("store.url", database.url());
    }

    public static Setup on(TestDatabase database) {
        return database == TestDatabase.POSTGRES ? on(new PostgresStores()) : new Setup();
    }

    /** How a hub is started. */
    public static final class Setup {
        private final Map<String, String> settings = new HashMap<>(USUAL);
        private InstantSource local = InstantSource.system();
        private @Nullable InstantSource clock;
        private String file = "";

        /** With a {@code parley.yaml} in its folder. */
        public Setup file(String yaml) {
            file = yaml;
            return this;
        }

        public Setup with(String key, String value) {
            settings.put(key, value);
            return this;
        }

        /** Whatever the machine or a database says, this is the time on the wall. */
        public Setup at(InstantSource time) {
            clock = time;
            return this;
        }

        /** On a machine with this clock. */
        public Setup beside(InstantSource time) {
            local = time;
            return this;
        }

        public TestParley start() {
            try {
                var folder = Files.createTempDirectory("parley-hub");
                settings.put("data", folder.toString());
                if (!file.isEmpty()) {
                    Files.writeString(folder.resolve("parley.yaml"), file);
                }
                if (!settings.containsKey("store.url")) {
                    var _ = new SqliteStores(folder);
                }
                var config = Config.resolve(settings, Map.of());
                var nanos = new TestNanos();
                var server =
                        clock == null
                                ? Server.startOn(config, local, nanos)
                                : Server.start(config, clock, nanos);
                return new TestParley(folder, server, nanos);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }

    /** Whoever has the token that the first start made. */
    public Caller owner() {
        return new Caller(url(), server.newOwner().orElseThrow().value());
    }

    /** The link to the console that a first start shows in its terminal. */
    public String consoleLink() {
        return server.consoleLink(server.newOwner().orElseThrow());
    }

    /** A new agent with the role worker. */
    public Caller agent(String name) {
        return token(Json.object().put("agent", name).toString());
    }

    public Caller person(String name) {
        return token(Json.object().put("person", name).toString());
    }

    /** Whoever gets the token that is asked for in these words. */
    public Caller token(String wanted) {
        var token = owner().post("/api/tokens", wanted).expect(201).text("token");
        return new Caller(url(), token);
    }

    /** Somebody without a token. */
    public Caller stranger() {
        return new Caller(url(), "");
    }

    public Caller bearer(String token) {
        return new Caller(url(), token);
    }

    public String url() {
        return server.url();
    }

    public List<Route> routes() {
        return server.routes().table();
    }

    /** Waits until somebody waits for something new in the run. */
    public void awaitWaiter(String run) {
        awaitWaiter(new Topic.Run(Space.DEFAULT, new RunId(run)));
    }

    /** Waits until somebody waits for something new in an agent's inbox. */
    public void awaitReader(String agent) {
        awaitWaiter(new Topic.Inbox(Space.DEFAULT, agent));
    }

    /** Waits until somebody waits for this. */
    public void awaitWaiter(Topic topic) {
        while (!server.wakeups().watched().contains(topic)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /** Has the hub watch this much time; without it hub time stands still. */
    public void watch(Duration time) {
        pass(time);
        lookAfterAcks();
    }

    /** The same, and nobody is in a hurry to see what follows from it. */
    public void pass(Duration time) {
        nanos.pass(time, server.time()::tick);
    }

    /** Has the hub look now, rather than within a second, what was not acked in time. */
    public void lookAfterAcks() {
        server.acks().round();
    }

    /** The same for replies. */
    public void lookAfterReplies() {
        server.replies().round();
    }

    /** The same for leases and deadlines of tasks. */
    public void lookAfterTasks() {
        server.tasks().round();
    }

    /** Has those who follow everything told now, rather than within seconds, what no run tells. */
    public void lookOut() {
        server.doors().streams().lookOut();
    }

    /** Has the hub note now, rather than every few seconds, what its figures are. */
    public void noteFigures() {
        server.metrics().history().look(Instant.now());
    }

    /** Has spawned sessions closed as if nothing had been said there for long. */
    public void closeIdleSessions() {
        server.sessions().closeIdle(Instant.now().plusSeconds(1));
    }

    /** Gives up on agents of sessions that are not there. */
    public int giveUpOnAbsentees() {
        return server.giveUp(Instant.now().plusSeconds(1));
    }

    /** How many requests and streams are open. */
    public int open() {
        return server.doors().http().open();
    }

    /** How many sessions of MCP are open, once those that expired have ended. */
    public int mcpSessions() {
        server.doors().mcp().sessions().round();
        return server.doors().mcp().sessions().count();
    }

    /** What is being watched. */
    public Set<Topic> watched() {
        return server.wakeups().watched();
    }

    /** How often the store was asked for something so far. */
    public long reads() {
        return server.stats().reads();
    }

    public Path folder() {
        return folder;
    }

    /** The same hub after a restart; only the new one needs to be closed. */
    public TestParley restarted() {
        server.close();
        var settings = new HashMap<>(USUAL);
        settings.put("data", folder.toString());
        var config = Config.resolve(settings, Map.of());
        return new TestParley(folder, Server.start(config, InstantSource.system(), nanos), nanos);
    }

    /** The same hub, once it was ended, as it is started only to be asked something. */
    public TestParley lookedAt() {
        var settings = new HashMap<>(USUAL);
        settings.put("data", folder.toString());
        var config = Config.resolve(settings, Map.of());
        return new TestParley(folder, Server.startToLook(config), nanos);
    }

    /** Another hub on what a crash at this moment would leave of this one, which goes on. */
    public TestParley twin() {
        try {
            var copy = Files.createTempDirectory("parley-twin");
            try (var files = Files.list(folder)) {
                for (var file : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(file, copy.resolve(file.getFileName()));
                }
            }
            var settings = new HashMap<>(USUAL);
            settings.put("data", copy.toString());
            var config = Config.resolve(settings, Map.of());
            var time = new TestNanos();
            return new TestParley(copy, Server.start(config, InstantSource.system(), time), time);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Ends the hub and leaves its folder. */
    public void stop() {
        server.close();
    }

    @Override
    public void close() {
        server.close();
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}

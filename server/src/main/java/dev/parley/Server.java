package dev.parley;

import dev.parley.access.Bearer;
import dev.parley.access.OwnerToken;
import dev.parley.access.Secret;
import dev.parley.access.Tokens;
import dev.parley.access.Waits;
import dev.parley.bus.Poll;
import dev.parley.bus.Wakeups;
import dev.parley.cli.Build;
import dev.parley.config.Config;
import dev.parley.http.HttpServer;
import dev.parley.http.HttpSettings;
import dev.parley.http.Routes;
import dev.parley.http.api.AgentInboxRoutes;
import dev.parley.http.api.Api;
import dev.parley.http.api.BlobRoutes;
import dev.parley.http.api.DeadLetterRoutes;
import dev.parley.http.api.HealthRoutes;
import dev.parley.http.api.InboxRoutes;
import dev.parley.http.api.MessageRoutes;
import dev.parley.http.api.OperationRoutes;
import dev.parley.http.api.OutboxRoutes;
import dev.parley.http.api.RunRoutes;
import dev.parley.http.api.TokenRoutes;
import dev.parley.inbox.AgentInbox;
import dev.parley.inbox.DeadLetters;
import dev.parley.inbox.Inbox;
import dev.parley.inbox.Outbox;
import dev.parley.inbox.Receipts;
import dev.parley.operate.Backup;
import dev.parley.operate.Check;
import dev.parley.operate.LongWork;
import dev.parley.operate.Upkeep;
import dev.parley.protocol.Ids;
import dev.parley.run.Payloads;
import dev.parley.run.Runs;
import dev.parley.store.DataFolder;
import dev.parley.store.Store;
import dev.parley.store.blob.Blobs;
import dev.parley.store.postgres.PostgresHeads;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/** A running hub: builds every part once, in the order in which they stand on each other. */
public final class Server implements AutoCloseable {
    private final Parts parts;
    private final Routes routes;
    private final Wakeups wakeups;
    private final String url;
    private final Optional<Secret> newOwner;

    private Server(
            Parts parts, Routes routes, Wakeups wakeups, String url, Optional<Secret> newOwner) {
        this.parts = parts;
        this.routes = routes;
        this.wakeups = wakeups;
        this.url = url;
        this.newOwner = newOwner;
    }

    public static Server start(Config config) {
        return start(config, InstantSource.system());
    }

    /** Starts a hub that reads the time from this clock. */
    public static Server start(Config config, InstantSource clock) {
        var parts = new Parts();
        try {
            return start(config, clock, parts);
        } catch (RuntimeException failed) {
            parts.closeAfter(failed);
            throw failed;
        }
    }

    private static Server start(Config config, InstantSource clock, Parts parts) {
        var ids = Ids.random(clock);
        var folder = parts.add(DataFolder.claim(config.data()));
        var wakeups = new Wakeups();
        var database = Databases.of(config, folder);
        var store =
                parts.add(
                        Store.open(
                                database.dialect(),
                                clock,
                                new Store.Limits(
                                        config.store().queueSize(), config.store().readThreads()),
                                wakeups::wake));
        if (database.dialect().isShared()) {
            parts.add(new Poll(wakeups, new PostgresHeads(store)).start());
        }
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
        parts.add(new Upkeep(store, blobs)).start();
        var work = parts.add(new LongWork());

        var tokens = new Tokens(store, ids, clock);
        var waits = new Waits(wakeups, tokens);

        var limits =
                new Payloads.Limits(config.limits().inlineSize(), config.limits().payloadSize());
        var runs = new Runs(store, waits, new Payloads(blobs, limits), config.kinds(), ids);
        var inbox = new Inbox(store, waits, runs);
        var agentInbox = new AgentInbox(store, waits, runs);
        var deadLetters = new DeadLetters(store, runs);

        var routes =
                Api.routes(
                        new HealthRoutes(store, Build.version()),
                        new RunRoutes(store, runs),
                        new MessageRoutes(store, runs, agentInbox, deadLetters),
                        new InboxRoutes(store, inbox, new Receipts(store, waits, runs)),
                        new AgentInboxRoutes(store, agentInbox),
                        new OutboxRoutes(store, new Outbox(store)),
                        new DeadLetterRoutes(store, deadLetters),
                        new BlobRoutes(store, blobs),
                        new TokenRoutes(store, tokens, clock),
                        new OperationRoutes(
                                store,
                                new Backup(store, blobs, database.blobs(), folder.path(), work),
                                new Check(store, blobs, database.blobs(), work),
                                work,
                                clock));
        var settings =
                HttpSettings.on(config.http().host(), config.http().port())
                        .allowing(Set.copyOf(config.http().allowedHosts()), Set.of())
                        .limiting(HttpSettings.MAX_REQUESTS, config.limits().bodySize());
        var http = parts.add(HttpServer.start(settings, routes, new Bearer(tokens)::authenticate));
        parts.add(wakeups);
        var newOwner = new OwnerToken(folder.ownerToken(), store, tokens).ensure();
        var url = "http://" + bracketed(config.http().host()) + ":" + http.port();
        folder.announce(url);
        return new Server(parts, routes, wakeups, url, newOwner);
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

    /** The owner's token, when this start has made one. */
    public Optional<Secret> newOwner() {
        return newOwner;
    }

    @Override
    public void close() {
        parts.close();
    }
}

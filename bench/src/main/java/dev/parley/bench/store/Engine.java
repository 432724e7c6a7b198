package dev.parley.bench.store;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.access.Tokens;
import dev.parley.access.Waits;
import dev.parley.bus.Wakeups;
import dev.parley.guard.Guards;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Append;
import dev.parley.run.Clocks;
import dev.parley.run.NewRun;
import dev.parley.run.Payloads;
import dev.parley.run.Run;
import dev.parley.run.Runs;
import dev.parley.store.Store;
import dev.parley.store.blob.Blobs;
import dev.parley.store.blob.FileBlobs;
import dev.parley.store.sqlite.SqliteDialect;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A hub without doors: the store on a SQLite file, and the runs in it. */
final class Engine implements AutoCloseable {
    private static final Principal OWNER =
            new Principal("tok_bench", new Space("default"), Role.OWNER, "bench", null);
    private static final NewRun OPEN_RUN =
            new NewRun(
                    RunProtocol.OPEN,
                    Map.of("manager", new AgentName("alice"), "worker", new AgentName("bob")),
                    null);

    private final Numbered ids = new Numbered();
    private final Store store;
    private final Runs runs;

    private Engine(Store store, Path folder) {
        this.store = store;
        var clock = InstantSource.system();
        var blobs =
                new Blobs(
                        store,
                        new FileBlobs(folder.resolve("blobs")),
                        Blobs.Limits.DEFAULT,
                        ids,
                        clock);
        this.runs =
                new Runs(
                        store,
                        new Waits(new Wakeups(), new Tokens(store, ids, clock)),
                        new Payloads(blobs, Payloads.Limits.DEFAULT),
                        Kinds.standard(),
                        ids,
                        Guards.STANDARD,
                        Clocks.OFF);
    }

    static Engine open(Path folder) {
        var wakeups = new Wakeups();
        var store =
                Store.open(
                        dialect(folder),
                        InstantSource.system(),
                        Store.Limits.DEFAULT,
                        wakeups::wake);
        return new Engine(store, folder);
    }

    /** The same database with the same settings, for whoever does without the engine. */
    static SqliteDialect dialect(Path folder) {
        return new SqliteDialect(folder.resolve("parley.db"), SqliteDialect.Synchronous.FULL);
    }

    Store store() {
        return store;
    }

    /** Begins runs, and composes a message with a body of about this size for each. */
    List<Template> begin(int count, int bodyBytes) {
        return Stream.generate(() -> store.write(runs.create(OWNER, OPEN_RUN)))
                .limit(count)
                .map(run -> new Template(sized(run, bodyBytes)))
                .toList();
    }

    private Append sized(Run run, int bodyBytes) {
        int envelope = compose(run, nextId(), "").line().body().length();
        return compose(run, nextId(), "x".repeat(Math.max(0, bodyBytes - envelope)));
    }

    /** What the hub does with a draft before it is queued. */
    Append compose(Run run, MessageId id, String text) {
        return runs.append(
                OWNER,
                run,
                Draft.to(new Address("bob"), "message")
                        .from(new Address("alice"))
                        .messageId(id)
                        .summary("a message of the usual size")
                        .payload(Json.object().put("text", text))
                        .build());
    }

    MessageId nextId() {
        return new MessageId(ids.next("msg"));
    }

    @Override
    public void close() {
        store.close();
    }
}

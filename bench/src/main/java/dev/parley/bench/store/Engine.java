package dev.parley.bench.store;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.access.Tokens;
import dev.parley.access.Waits;
import dev.parley.agent.Presence;
import dev.parley.audit.Audit;
import dev.parley.bus.Wakeups;
import dev.parley.clock.HubTime;
import dev.parley.guard.Guards;
import dev.parley.guard.Rates;
import dev.parley.inbox.AgentInbox;
import dev.parley.inbox.Inbox;
import dev.parley.inbox.Sharing;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Draft;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Admission;
import dev.parley.run.Append;
import dev.parley.run.Chronicle;
import dev.parley.run.Clocks;
import dev.parley.run.NewRun;
import dev.parley.run.Payloads;
import dev.parley.run.Residents;
import dev.parley.run.Run;
import dev.parley.run.Runs;
import dev.parley.store.Dialect;
import dev.parley.store.Store;
import dev.parley.store.blob.BlobBytes;
import dev.parley.store.blob.Blobs;
import dev.parley.store.blob.FileBlobs;
import dev.parley.store.sqlite.SqliteDialect;
import dev.parley.task.Claims;
import dev.parley.task.Leases;
import dev.parley.task.Tasks;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** A hub without doors: the store, and the runs, inboxes and tasks in it. */
final class Engine implements AutoCloseable {
    static final Principal OWNER =
            new Principal("tok_bench", new Space("default"), Role.OWNER, "bench", null);
    private static final Map<String, AgentName> MEMBERS =
            Map.of("manager", new AgentName("alice"), "worker", new AgentName("bob"));
    private static final NewRun OPEN_RUN = new NewRun(RunProtocol.OPEN, MEMBERS, null);
    private static final NewRun MANAGED_RUN = new NewRun(RunProtocol.MANAGED, MEMBERS, null);

    private final Ids ids;
    private final Store store;
    private final Blobs blobs;
    private final Waits waits;
    private final Runs runs;

    private Engine(Store store, BlobBytes bytes, Ids ids) {
        this.store = store;
        this.ids = ids;
        var clock = InstantSource.system();
        this.blobs = new Blobs(store, bytes, Blobs.Limits.DEFAULT, ids, clock);
        this.waits = new Waits(new Wakeups(), new Tokens(store, ids, clock));
        this.runs =
                new Runs(
                        store,
                        waits,
                        new Payloads(blobs, Payloads.Limits.DEFAULT),
                        Kinds.standard(),
                        ids,
                        new Admission(
                                Guards.STANDARD,
                                new Rates(Rates.Limits.NONE, System::nanoTime),
                                new Audit(store, clock)),
                        Clocks.OFF,
                        Residents.NONE);
    }

    static Engine open(Path folder) {
        return on(dialect(folder), new FileBlobs(folder.resolve("blobs")), new Numbered());
    }

    static Engine on(Dialect dialect, BlobBytes bytes, Ids ids) {
        var wakeups = new Wakeups();
        var store =
                Store.open(dialect, InstantSource.system(), Store.Limits.DEFAULT, wakeups::wake);
        return new Engine(store, bytes, ids);
    }

    /** The same database with the same settings, for whoever does without the engine. */
    static SqliteDialect dialect(Path folder) {
        return new SqliteDialect(folder.resolve("parley.db"), SqliteDialect.Synchronous.FULL);
    }

    Store store() {
        return store;
    }

    Blobs blobs() {
        return blobs;
    }

    Tasks tasks() {
        return new Tasks(store, waits, runs, chronicle(), InstantSource.system());
    }

    Claims claims() {
        return new Claims(store, waits, time(), chronicle());
    }

    Leases leases() {
        return new Leases(store, runs, time(), chronicle());
    }

    private Chronicle chronicle() {
        return new Chronicle(ids, Clocks.OFF);
    }

    private HubTime time() {
        return HubTime.open(store, System::nanoTime);
    }

    Inbox inbox() {
        return new Inbox(store, waits, runs, sharing(), Clocks.OFF);
    }

    AgentInbox agentInbox() {
        return new AgentInbox(store, waits, runs, sharing(), Clocks.OFF);
    }

    private Sharing sharing() {
        return new Sharing(store, new Presence(store, time()), Clocks.OFF);
    }

    /** Begins runs, and composes a message with a body of about this size for each. */
    List<Template> begin(int count, int bodyBytes) {
        return Stream.generate(() -> store.write(runs.create(OWNER, OPEN_RUN)))
                .limit(count)
                .map(run -> sized(run, bodyBytes, Engine::message))
                .toList();
    }

    /**
     * Begins runs in which a worker has been assigned something, and composes its progress, which
     * meets every guard and every state but trips none.
     */
    List<Template> beginManaged(int count, int bodyBytes) {
        return Stream.generate(() -> store.write(runs.create(OWNER, MANAGED_RUN)))
                .limit(count)
                .peek(run -> store.write(compose(run, "", Engine::brief)))
                .map(run -> sized(run, bodyBytes, Engine::progress))
                .toList();
    }

    private Template sized(Run run, int bodyBytes, Supplier<Draft.Builder> draft) {
        int envelope = compose(run, "", draft).line().body().length();
        var text = "x".repeat(Math.max(0, bodyBytes - envelope));
        return new Template(compose(run, text, draft));
    }

    /** What the hub does with a draft before it is queued. */
    private Append compose(Run run, String text, Supplier<Draft.Builder> draft) {
        return runs.append(
                OWNER,
                run,
                draft.get()
                        .messageId(nextId())
                        .summary("a message of the usual size")
                        .payload(Json.object().put("text", text))
                        .build());
    }

    private static Draft.Builder message() {
        return Draft.to(new Address("bob"), "message").from(new Address("alice"));
    }

    private static Draft.Builder brief() {
        return Draft.to(new Address("bob"), "intent_brief").from(new Address("alice"));
    }

    private static Draft.Builder progress() {
        return Draft.to(new Address("alice"), "build_update").from(new Address("bob"));
    }

    MessageId nextId() {
        return new MessageId(ids.next("msg"));
    }

    @Override
    public void close() {
        store.close();
    }
}

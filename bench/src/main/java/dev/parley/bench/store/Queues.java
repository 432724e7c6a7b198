package dev.parley.bench.store;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.codec.Json;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import dev.parley.task.Claims;
import dev.parley.task.Leases;
import dev.parley.task.NewTask;
import dev.parley.task.Worker;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Queues of tasks that are claimed from. In each lie as many that the claimers may claim; they
 * differ in what else there is.
 *
 * @param mine how many they may claim
 * @param sets how many other sets of capabilities are needed by tasks that wait
 */
record Queues(int mine, int sets) {
    /** What the claimers can do. */
    static final Capabilities JAVA = Capabilities.of(List.of("java"));

    /** Who can do this can do whatever any of the other sets takes. */
    static final Capabilities EVERYTHING =
            Capabilities.of(IntStream.range(0, 24).mapToObj(i -> "skill" + i).toList());

    private static final Duration LEASE = Duration.ofMinutes(10);
    private static final int OF_EACH_SET = 10;

    /** Nothing else. */
    void small(Base base) throws Exception {
        fill(base, List.of(), 0);
    }

    /** For each of mine one task for each of almost as many other agents. */
    void others(Base base) throws Exception {
        var models = IntStream.range(1, mine).mapToObj(i -> wanted("agent" + i, Capabilities.NONE));
        fill(base, models.toList(), mine - 1);
    }

    /** Ten tasks for each of so many other sets of capabilities. */
    void manySets(Base base) throws Exception {
        fill(base, fours().limit(sets).map(set -> wanted(null, set)).toList(), OF_EACH_SET - 1);
    }

    /** As many completed tasks as others has queued ones. */
    void done(Base base) throws Exception {
        fill(base, List.of(), 0);
        RunKey model;
        try (var engine = base.open()) {
            model = complete(engine);
        }
        copy(base, List.of(model), mine * mine - 1);
    }

    /** Every four of the skills. */
    private static Stream<Capabilities> fours() {
        var words = EVERYTHING.words();
        return IntStream.range(0, 1 << words.size())
                .filter(bits -> Integer.bitCount(bits) == 4)
                .mapToObj(
                        bits ->
                                Capabilities.of(
                                        IntStream.range(0, words.size())
                                                .filter(i -> (bits >> i & 1) == 1)
                                                .mapToObj(words::get)
                                                .toList()));
    }

    private void fill(Base base, List<NewTask> others, int each) throws Exception {
        List<RunKey> own;
        List<RunKey> models;
        try (var engine = base.open()) {
            own = create(engine, List.of(wanted(null, JAVA)));
            models = create(engine, others);
        }
        copy(base, own, mine - 1);
        if (each > 0) {
            copy(base, models, each);
        }
    }

    private static void copy(Base base, List<RunKey> models, int each) throws SQLException {
        try (var dialect = base.dialects().get();
                var sql = dialect.openWriter()) {
            new Copies(sql).make(models, each);
            sql.connection().setAutoCommit(true);
            sql.execute(dialect.isShared() ? "VACUUM ANALYZE" : "PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }

    private static List<RunKey> create(Engine engine, List<NewTask> wanted)
            throws InterruptedException, ExecutionException {
        var tasks = engine.tasks();
        return Together.each(
                wanted, one -> engine.store().write(tasks.create(Engine.OWNER, one)).key());
    }

    private static RunKey complete(Engine engine) throws Exception {
        var one = create(engine, List.of(wanted("done", Capabilities.NONE))).getFirst();
        var worker = new Worker(new AgentName("done"), InstanceId.ONLY, Capabilities.NONE);
        var task =
                engine.claims()
                        .claim(
                                Engine.OWNER,
                                new Claims.Request(worker, null, LEASE),
                                Duration.ZERO,
                                claim -> engine.store().write(claim))
                        .orElseThrow();
        var lease = new Leases.Lease(Engine.OWNER, worker.agent(), task.id(), task.fence());
        var result = Json.object().put("result", "nothing to object to");
        engine.leases().complete(lease, new Leases.Word(null, "done", result, List.of()));
        return one;
    }

    private static NewTask wanted(@Nullable String target, Capabilities needs) {
        return new NewTask(
                "look through the last change and say what could go wrong",
                List.of(),
                Json.object(),
                null,
                target == null ? null : new AgentName(target),
                needs,
                0,
                3,
                null,
                null,
                TaskRow.Contacts.NONE);
    }
}

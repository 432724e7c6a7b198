package dev.parley.bench.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.operate.Check;
import dev.parley.operate.LongWork;
import dev.parley.protocol.Kinds;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Queues that were written by statements are as if the engine had written them. */
class QueuesTest {
    private static final int MINE = 20;
    private static final Queues QUEUES = new Queues(MINE, 30);

    @TempDir static Path folder;
    private static PostgresServer server;

    enum On {
        SQLITE,
        POSTGRES
    }

    @BeforeAll
    static void start() throws Exception {
        server = PostgresServer.in(folder.resolve("postgres"));
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static Base base(On on, String name) throws Exception {
        return on == On.SQLITE ? Base.inFolder(Folders.in(folder, name)) : server.database(name);
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsWrongWithAnyOfThem(On on) throws Exception {
        var small = base(on, "small");
        QUEUES.small(small);
        require(small, MINE, 0);
        var others = base(on, "others");
        QUEUES.others(others);
        require(others, MINE * MINE, 0);
        var sets = base(on, "sets");
        QUEUES.manySets(sets);
        require(sets, MINE + 30 * 10, 0);
        var done = base(on, "done");
        QUEUES.done(done);
        require(done, MINE, MINE * MINE);
    }

    private static void require(Base base, long queued, long completed) {
        try (var engine = base.open();
                var work = new LongWork()) {
            var check =
                    new Check(engine.store(), engine.blobs(), base.blobs(), work, Kinds.standard());
            assertThat(check.run().shown()).isEmpty();
            assertThat(count(engine, "queued")).isEqualTo(queued);
            assertThat(count(engine, "completed")).isEqualTo(completed);
        }
    }

    private static long count(Engine engine, String state) {
        return engine.store()
                .read(sql -> sql.number("SELECT count(*) FROM tasks WHERE state = ?", state));
    }

    @ParameterizedTest
    @EnumSource
    void claimersGetWhatIsTheirsAndGiveItBack(On on) throws Exception {
        var base = base(on, "claimed");
        QUEUES.others(base);
        try (var engine = base.open()) {
            var claimers = new Claimers(engine, Queues.JAVA, 1);
            assertThat(claimers.claim(Duration.ZERO).rows()).isEqualTo(16);
        }
        require(base, MINE * MINE, 0);
        try (var engine = base.open()) {
            var needed = "SELECT DISTINCT needs FROM tasks WHERE attempts > 0";
            var needs = engine.store().read(sql -> sql.rows(needed, row -> row.getString(1)));
            assertThat(needs).containsExactly("java");
        }
    }
}

package dev.parley.store;

import static dev.parley.store.Appends.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.sqlite.SqliteStores;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What becomes of commands, and of the store, when the database fails. */
@Timeout(20)
class FaultsTest {
    @TempDir Path folder;

    @Test
    void afterAFailedSyncNothingMoreIsAcknowledgedUntilARestart() {
        var stores = new SqliteStores(folder);
        var faulty = new FaultyDialect(stores.dialect());
        try (var store = open(faulty)) {
            var run = Appends.begin(store, "r1");
            faulty.thenFails(error(SQLiteErrorCode.SQLITE_IOERR_FSYNC));
            assertProblem(Problem.OUTCOME_UNKNOWN, () -> store.write(append(run, "m1")));
            assertProblem(Problem.STORE_STOPPED, () -> store.write(append(run, "m2")));
            assertThat(store.health()).isEqualTo(Health.STOPPED);
            assertThat(Appends.log(store, run)).as("reading goes on").isEmpty();
        }
        try (var again = stores.open()) {
            assertThat(again.health()).isEqualTo(Health.OK);
        }
    }

    @Test
    void aSyncThatFailsWhileABatchIsReplayedStopsTheRestOfTheBatch() throws Exception {
        var faulty = new FaultyDialect(new SqliteStores(folder).dialect());
        try (var store = open(faulty)) {
            var run = Appends.begin(store, "r1");
            CompletableFuture<Long> before;
            CompletableFuture<Long> failing;
            CompletableFuture<Long> after;
            try (var _ = new Blocked(store)) {
                before = store.submit(append(run, "before"));
                failing = store.submit(append(run, "failing"));
                after = store.submit(append(run, "after"));
                faulty.thenWorks() // the blocking command's own batch
                        .thenFails(error(SQLiteErrorCode.SQLITE_CONSTRAINT)) // the batch as a whole
                        .thenFails(error(SQLiteErrorCode.SQLITE_CONSTRAINT)) // again, by looking
                        .thenWorks()
                        .thenFails(error(SQLiteErrorCode.SQLITE_IOERR_FSYNC));
            }
            assertThat(before.join()).isEqualTo(1);
            assertThat(problem(failing)).isEqualTo(Problem.OUTCOME_UNKNOWN);
            assertThat(problem(after)).isEqualTo(Problem.STORE_STOPPED);
            assertThat(store.health()).isEqualTo(Health.STOPPED);
        }
    }

    @Test
    void aFullDiskIsToldAsSuchAndWritingResumesByItself() {
        var faulty = new FaultyDialect(new SqliteStores(folder).dialect());
        try (var store = open(faulty)) {
            var run = Appends.begin(store, "r1");
            faulty.thenFails(error(SQLiteErrorCode.SQLITE_FULL));
            assertProblem(Problem.STORE_FULL, () -> store.write(append(run, "m1")));
            awaitHealth(store);
            assertThat(store.write(append(run, "m1"))).isEqualTo(1);
        }
    }

    @Test
    void healthRecoversFromAnUnreachableDatabaseThoughNobodyWrites() {
        var faulty = new FaultyDialect(new SqliteStores(folder).dialect());
        try (var store = open(faulty)) {
            var run = Appends.begin(store, "r1");
            faulty.thenFails(error(SQLiteErrorCode.SQLITE_BUSY));
            assertProblem(Problem.STORE_UNREACHABLE, () -> store.write(append(run, "m1")));
            awaitHealth(store);
        }
    }

    @Test
    void anErrorInACommandFailsThatCommandAlone() {
        try (var store = new SqliteStores(folder).open()) {
            var run = Appends.begin(store, "r1");
            CompletableFuture<Long> endless = store.submit(_ -> endless(1));
            assertThatThrownBy(endless::join).hasCauseInstanceOf(StackOverflowError.class);
            assertThat(store.write(append(run, "m1"))).isEqualTo(1);
        }
    }

    @Test
    void aStoreThatCannotBeOpenedLeavesNoThreadBehind() {
        var faulty = new FaultyDialect(new SqliteStores(folder).dialect());
        faulty.thenFails(error(SQLiteErrorCode.SQLITE_FULL));
        assertProblem(Problem.STORE_FULL, () -> open(faulty).close());
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(Thread::isAlive)
                .extracting(Thread::getName)
                .doesNotContain("parley-writer");
    }

    // A command without end, as a bug might make one.
    @SuppressWarnings("InfiniteRecursion")
    private static long endless(long depth) {
        return endless(depth + 1) + depth;
    }

    private static void awaitHealth(Store store) {
        while (store.health() != Health.OK) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static Store open(FaultyDialect faulty) {
        return Store.open(faulty.dialect(), InstantSource.system(), Store.Limits.DEFAULT, _ -> {});
    }

    private static SQLException error(SQLiteErrorCode code) {
        return new SQLiteException("planted by a test", code);
    }

    private static Problem problem(CompletableFuture<?> answer) {
        try {
            answer.join();
            throw new AssertionError("it was answered");
        } catch (CompletionException failed) {
            assertThat(failed).hasCauseInstanceOf(ParleyException.class);
            return failed.getCause() instanceof ParleyException refusal
                    ? refusal.problem()
                    : Problem.INTERNAL;
        }
    }

    private static void assertProblem(Problem problem, Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        refusal -> assertThat(refusal.problem()).isEqualTo(problem));
    }
}

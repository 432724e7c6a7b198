package dev.parley.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestDatabase;
import dev.parley.store.Store;
import dev.parley.store.TestStores;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.store.sqlite.SqliteStores;
import dev.parley.store.table.AuditTable;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever somebody does to the entries is noticed, and the first entry concerned is named. */
class ChainTest {
    private static final int ENTRIES = 8;
    private static final String SWAP =
            "UPDATE audit SET n = -3 WHERE n = 3; UPDATE audit SET n = 3 WHERE n = 5;"
                    + " UPDATE audit SET n = 5 WHERE n = -3";
    private static final String CUT_COVERED =
            "DELETE FROM audit WHERE n > 6; UPDATE meta SET value = (SELECT n || ':' || hash FROM"
                    + " audit WHERE n = 6) WHERE key = 'audit-head'";

    @TempDir private Path folder;

    @ParameterizedTest
    @EnumSource
    void aWholeChainIsFollowedToItsHead(TestDatabase database) {
        try (var store = open(database)) {
            var verdict = new Audit(store, InstantSource.system()).verify(Optional.empty());

            assertThat(verdict.fault()).isEmpty();
            assertThat(verdict.entries()).isEqualTo(ENTRIES);
            assertThat(verdict.head()).isEqualTo(store.read(Head::read));
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            a changed word            | UPDATE audit SET principal = 'person:eve' WHERE n = 4 | CHANGED   | 4
            a changed count           | UPDATE audit SET count = 2 WHERE n = 1                | CHANGED   | 1
            a changed time            | UPDATE audit SET created_at = 0 WHERE n = 8           | CHANGED   | 8
            another hash              | UPDATE audit SET hash = previous WHERE n = 4          | CHANGED   | 4
            another link              | UPDATE audit SET previous = hash WHERE n = 4          | CHANGED   | 4
            one removed               | DELETE FROM audit WHERE n = 4                         | REMOVED   | 4
            the first removed         | DELETE FROM audit WHERE n = 1                         | REMOVED   | 1
            a stretch removed         | DELETE FROM audit WHERE n BETWEEN 3 AND 6             | REMOVED   | 3
            the end cut off           | DELETE FROM audit WHERE n > 6                         | CUT_OFF   | 7
            everything cut off        | DELETE FROM audit                                     | CUT_OFF   | 1
            one moved to the end      | UPDATE audit SET n = 9 WHERE n = 4                    | REORDERED | 4
            """)
    void isFound(String what, String statement, Verdict.Kind kind, long n) {
        try (var store = open(TestDatabase.SQLITE)) {
            plant(store, statement);
            assertThat(fault(store, Optional.empty())).as(what).isEqualTo(kind + " " + n);
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoThatChangedPlacesAreFound(TestDatabase database) {
        try (var store = open(database)) {
            plant(store, SWAP.split(";"));
            assertThat(fault(store, Optional.empty())).isEqualTo("REORDERED 3");
        }
    }

    @Test
    void entriesBeyondTheHeadAreFound() {
        try (var store = open(TestDatabase.SQLITE)) {
            plant(
                    store,
                    "UPDATE meta SET value = (SELECT n || ':' || hash FROM audit WHERE n = 6)"
                            + " WHERE key = 'audit-head'");
            assertThat(fault(store, Optional.empty())).isEqualTo("ADDED 7");
        }
    }

    @Test
    void aRemovedOneIsFoundAlsoWhenThoseAfterItAreNumberedAnew() {
        try (var store = open(TestDatabase.SQLITE)) {
            plant(
                    store,
                    "DELETE FROM audit WHERE n = 4",
                    "UPDATE audit SET n = -n WHERE n > 4",
                    "UPDATE audit SET n = -n - 1 WHERE n < 0");
            assertThat(fault(store, Optional.empty())).isEqualTo("REMOVED 4");
        }
    }

    @Test
    void oneThatWasForgedWithItsHashIsFoundByTheNext() {
        try (var store = open(TestDatabase.SQLITE)) {
            var forged = store.read(sql -> AuditTable.TABLE.after(sql, 3, 1)).getFirst();
            var hash = Chain.hash(renamed(forged));
            plant(store, "UPDATE audit SET target = 'forged', hash = '" + hash + "' WHERE n = 4");
            assertThat(fault(store, Optional.empty())).isEqualTo("CHANGED 4");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCutThatWasCoveredUpIsFoundByAHeadThatWasWrittenDown(TestDatabase database) {
        try (var store = open(database)) {
            var writtenDown = store.read(Head::read);
            plant(store, CUT_COVERED.split(";"));

            assertThat(fault(store, Optional.empty())).isEqualTo("none");
            assertThat(fault(store, Optional.of(writtenDown))).isEqualTo("CUT_OFF 7");
            append(store, 4);
            assertThat(fault(store, Optional.of(writtenDown))).isEqualTo("CHANGED 8");
        }
    }

    @Test
    void aHeadThatWasWrittenDownLongAgoStillFits() {
        try (var store = open(TestDatabase.SQLITE)) {
            var writtenDown = Head.parse(store.read(Head::read).toString());
            append(store, 1_200);
            assertThat(fault(store, Optional.of(writtenDown))).isEqualTo("none");
        }
    }

    @Test
    void severalNodesAppendToOneChain() {
        var stores = new PostgresStores();
        try (var here = stores.open();
                var there = stores.open()) {
            var writing =
                    IntStream.range(0, 60)
                            .mapToObj(
                                    i ->
                                            CompletableFuture.runAsync(
                                                    () -> append(i % 2 == 0 ? here : there, 1)))
                            .toList();
            writing.forEach(CompletableFuture::join);

            var verdict = new Audit(here, InstantSource.system()).verify(Optional.empty());
            assertThat(verdict.fault()).isEmpty();
            assertThat(verdict.entries()).isEqualTo(60);
        }
    }

    private Store open(TestDatabase database) {
        TestStores stores =
                database == TestDatabase.POSTGRES ? new PostgresStores() : new SqliteStores(folder);
        var store = stores.open();
        append(store, ENTRIES);
        return store;
    }

    // It is not started, so there is nothing to end.
    @SuppressWarnings("resource")
    private static void append(Store store, int count) {
        var audit = new Audit(store, InstantSource.system());
        IntStream.range(0, count)
                .mapToObj(i -> store.submit(audit.with(_ -> i, ChainTest::happening)))
                .toList()
                .forEach(CompletableFuture::join);
    }

    private static Happening happening(int number) {
        return new Happening(
                "default", "person:ann", "tok_1", "POST /api/runs", "r" + number, "ok", "");
    }

    private static void plant(Store store, String... statements) {
        store.write(
                tx -> {
                    for (var statement : statements) {
                        assertThat(tx.sql().update(statement)).as(statement).isPositive();
                    }
                    return true;
                });
    }

    @SuppressWarnings("resource")
    private static String fault(Store store, Optional<Head> writtenDown) {
        return new Audit(store, InstantSource.system())
                .verify(writtenDown)
                .fault()
                .map(fault -> fault.kind() + " " + fault.n())
                .orElse("none");
    }

    private static AuditTable.Row renamed(AuditTable.Row row) {
        return new AuditTable.Row(
                row.n(),
                row.createdAt(),
                row.space(),
                row.principal(),
                row.tokenId(),
                row.action(),
                "forged",
                row.outcome(),
                row.count(),
                row.detail(),
                row.previous(),
                "");
    }
}

package dev.parley.store;

import static dev.parley.store.Appends.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.sqlite.SqliteStores;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nobody is left without an answer when a store closes. */
@Timeout(20)
class ClosingTest {
    @TempDir Path folder;
    private TestStores stores;
    private Store store;

    @BeforeEach
    void open() {
        stores = new SqliteStores(folder);
        store = stores.open();
    }

    @Test
    void whatWaitsWhenTheStoreClosesIsWrittenAndAnswered() throws Exception {
        var run = Appends.begin(store, "r1");
        var blocked = new Blocked(store);
        var waiting =
                IntStream.range(0, 50).mapToObj(i -> store.submit(append(run, "m" + i))).toList();
        var closing = CompletableFuture.runAsync(store::close);
        awaitRefusal();
        blocked.release();
        closing.join();
        assertThat(waiting).allSatisfy(answer -> assertThat(answer.join()).isPositive());
        try (var again = stores.open()) {
            assertThat(Appends.log(again, run)).hasSize(50);
        }
    }

    @Test
    void nothingIsTakenInAfterClosing() {
        var run = Appends.begin(store, "r1");
        store.close();
        assertRefused(() -> store.write(append(run, "m1")));
        assertRefused(() -> store.read(sql -> sql.number("SELECT 1")));
    }

    @Test
    void anIdleStoreClosesAtOnce() {
        store.write(tx -> tx.now());
        long before = System.nanoTime();
        store.close();
        assertThat(System.nanoTime() - before).isLessThan(900_000_000L);
    }

    @Test
    void aClosedStoreLeavesTheDatabaseAlone() {
        for (int i = 0; i < 20; i++) {
            for (int reads = 0; reads < 8; reads++) {
                store.read(sql -> sql.number("SELECT count(*) FROM messages"));
            }
            store.write(tx -> tx.now());
            store.close();
            assertThat(folder.resolve("parley.db-wal")).doesNotExist();
            store = stores.open();
        }
        store.close();
    }

    @Test
    void commandsThatRaceWithTheCloseAreAnsweredOneWayOrTheOther() {
        var run = Appends.begin(store, "r1");
        var sender =
                CompletableFuture.supplyAsync(
                        () -> {
                            int written = 0;
                            while (true) {
                                try {
                                    store.write(append(run, "m" + written));
                                    written++;
                                } catch (ParleyException closed) {
                                    return written;
                                }
                            }
                        });
        store.write(append(run, "first"));
        store.close();
        int written = sender.join();
        try (var again = stores.open()) {
            assertThat(Appends.log(again, run)).hasSize(written + 1);
        }
    }

    /** Waits until the store lets nothing in any more, though it has not ended. */
    private void awaitRefusal() {
        while (true) {
            try {
                var _ = store.submit(_ -> true);
                Thread.onSpinWait();
            } catch (ParleyException refused) {
                if (refused.problem() == Problem.SHUTTING_DOWN) {
                    return;
                }
            }
        }
    }

    private static void assertRefused(ThrowingCallable action) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        refusal -> assertThat(refusal.problem()).isEqualTo(Problem.SHUTTING_DOWN));
    }
}

package dev.parley.store.postgres;

import static dev.parley.store.Appends.append;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Appends;
import dev.parley.store.Health;
import dev.parley.store.table.MessageTable;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A database that goes away for a moment costs an answer or two and no restart. */
@Timeout(60)
class BrokenConnectionTest {
    @Test
    void writingAndReadingGoOnAfterEveryConnectionWasCut() {
        var stores = new PostgresStores();
        try (var store = stores.open()) {
            var run = Appends.begin(store, "r1");
            store.write(append(run, "m1"));
            assertThat(Appends.log(store, run)).hasSize(1);
            for (int round = 2; round < 5; round++) {
                var id = "m" + round;
                PostgresStores.execute(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '"
                                + stores.name()
                                + "'");
                eventually(() -> store.write(append(run, id)));
                var log = eventually(() -> Appends.log(store, run));
                assertThat(log).hasSize(round).extracting(MessageTable.Row::seq).isSorted();
                assertThat(store.health()).isEqualTo(Health.OK);
            }
        }
    }

    /** Until it works; meanwhile it may only be said that the database is out of reach. */
    private static <R> R eventually(Supplier<R> action) {
        for (int attempt = 0; attempt < 20; attempt++) {
            try {
                return action.get();
            } catch (ParleyException refusal) {
                assertThat(refusal.problem()).isEqualTo(Problem.STORE_UNREACHABLE);
            }
        }
        throw new AssertionError("it never recovered");
    }
}

package dev.parley.store.postgres;

import static dev.parley.store.Appends.append;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.store.Appends;
import dev.parley.store.Store;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.FeedTable.Position;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A reader of the feed never passes over what is committed late. */
class LateCommitTest {
    @Test
    void theFeedStopsBelowATransactionThatHoldsBackAndGoesOnWhenItIsDone() throws Exception {
        var stores = new PostgresStores();
        try (var store = stores.open();
                var late = DriverManager.getConnection(stores.url())) {
            var run = Appends.begin(store, "r1");
            store.write(append(run, "before"));
            late.setAutoCommit(false);
            try (var sql = late.createStatement()) {
                sql.execute(
                        "INSERT INTO feed (space, type, run_id, seq)"
                                + " VALUES ('default', 'message', 'r_late', 7)");
            }
            store.write(append(run, "after"));
            var seen = feed(store, Position.START);
            assertThat(seen).extracting(LateCommitTest::name).containsExactly("r1/1");
            late.commit();
            assertThat(feed(store, seen.getLast().position()))
                    .extracting(LateCommitTest::name)
                    .containsExactly("r_late/7", "r1/2");
        }
    }

    private static List<FeedTable.Entry> feed(Store store, Position after) {
        return store.read(sql -> FeedTable.TABLE.after(sql, store.dialect(), after, 100));
    }

    private static String name(FeedTable.Entry entry) {
        return entry.change().run().run() + "/" + entry.change().seq();
    }
}

package dev.parley.store;

import static dev.parley.store.Appends.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.protocol.ParleyException;
import dev.parley.store.sqlite.SqliteStores;
import dev.parley.store.table.AgentTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** A read is spared only where it could not find anything else. */
class KeptTest {
    @TempDir Path folder = Path.of("");
    private FaultyDialect faults;
    private Store store;
    private RunKey run;
    private Kept<String, Integer> messages;

    @BeforeEach
    void open() {
        faults = new FaultyDialect(new SqliteStores(folder).dialect());
        store = Store.open(faults.dialect(), InstantSource.system(), Store.Limits.DEFAULT, _ -> {});
        run = Appends.begin(store, "r1");
        messages = store.keep(MessageTable.TABLE);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void whatWasFoundIsNotLookedForAgain() {
        assertThat(count()).isZero();
        long reads = store.stats().reads();
        assertThat(count()).isZero();
        assertThat(store.stats().reads()).isEqualTo(reads);
    }

    @Test
    void whoeverHasWrittenSeesItAtOnce() {
        for (int i = 1; i <= 100; i++) {
            store.write(append(run, "m" + i));
            assertThat(count()).isEqualTo(i);
        }
    }

    @Test
    void aChangeOfAnotherTableIsNone() {
        Kept<String, Integer> cards = store.keep(AgentTable.TABLE);
        cards.get("all", _ -> true, _ -> 1);
        store.write(append(run, "m1"));
        assertThat(cards.get("all", _ -> true, _ -> 2)).isEqualTo(1);
    }

    @Test
    void whatIsWrittenPastTheRowsMayHaveChangedAnything() {
        store.write(append(run, "m1"));
        assertThat(count()).isOne();
        store.write(tx -> tx.sql().update("DELETE FROM messages"));
        assertThat(count()).isZero();
    }

    @Test
    void whatIsNoLongerGoodIsLookedForAgain() {
        assertThat(messages.get("one", _ -> true, _ -> 1)).isEqualTo(1);
        assertThat(messages.get("one", found -> found > 1, _ -> 2)).isEqualTo(2);
        assertThat(messages.get("one", found -> found > 1, _ -> 3)).isEqualTo(2);
    }

    @Test
    void afterACommitThatFailedItIsKeptAgain() {
        faults.thenFails(new SQLiteException("full", SQLiteErrorCode.SQLITE_FULL));
        assertThatThrownBy(() -> store.write(append(run, "m1")))
                .isInstanceOf(ParleyException.class);
        assertThat(count()).isZero();
        long reads = store.stats().reads();
        assertThat(count()).isZero();
        assertThat(store.stats().reads()).isEqualTo(reads);
    }

    @Test
    void duringACommitNothingIsKept() {
        messages.change();
        assertThat(messages.get("one", _ -> true, _ -> 1)).isEqualTo(1);
        assertThat(messages.get("one", _ -> true, _ -> 2)).isEqualTo(2);
        messages.change();
        assertThat(messages.get("one", _ -> true, _ -> 3)).isEqualTo(3);
        assertThat(messages.get("one", _ -> true, _ -> 4)).isEqualTo(3);
    }

    private int count() {
        return messages.get(
                "all", _ -> true, sql -> (int) sql.number("SELECT count(*) FROM messages"));
    }
}

package dev.parley.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.Space;
import dev.parley.store.Store;
import dev.parley.store.sqlite.SqliteStores;
import dev.parley.store.table.DeadLetterHeadTable;
import dev.parley.store.table.DeadLetterTable;
import dev.parley.store.table.LetterType;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every dead letter is found once, in whatever order they are committed. */
class LetterTrailTest {
    private static final Space HERE = new Space("default");
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private Store store;

    @BeforeEach
    void open(@TempDir Path folder) {
        store = new SqliteStores(folder).open();
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void whatWasThereBeforeIsNotTold() {
        for (int i = 0; i < 120; i++) {
            keep("old", i, NOON);
        }
        var trail = store.read(sql -> LetterTrail.fromNow(sql, HERE));
        assertThat(next(trail)).isEmpty();
        keep("new", 1, NOON);
        assertThat(next(trail)).containsExactly("new 1");
        assertThat(next(trail)).isEmpty();
    }

    @Test
    void oneThatIsCommittedLateIsToldAllTheSame() {
        var trail = store.read(sql -> LetterTrail.fromNow(sql, HERE));
        keep("a", 2, NOON);
        assertThat(next(trail)).containsExactly("a 2");
        keep("a", 1, NOON.minusSeconds(30));
        assertThat(next(trail)).containsExactly("a 1");
        assertThat(next(trail)).isEmpty();
    }

    @Test
    void manyAtOnceAreToldOneAfterTheOther() {
        var trail = store.read(sql -> LetterTrail.fromNow(sql, HERE));
        for (int i = 0; i < 700; i++) {
            keep("a", i, NOON.plusMillis(i / 10));
        }
        for (int i = 0; i < 14; i++) {
            assertThat(next(trail)).hasSize(50).startsWith("a " + i * 50);
        }
        assertThat(next(trail)).isEmpty();
    }

    private List<String> next(LetterTrail trail) {
        return store.read(trail::next).stream()
                .map(letter -> letter.key().holder().holder() + " " + letter.key().n())
                .toList();
    }

    private void keep(String holder, long n, Instant at) {
        var key = new DeadLetterTable.Key(new DeadLetterHeadTable.Key(HERE, holder), n);
        var sender = new DeadLetterTable.Sender("agent", "alice", "alice");
        var row =
                new DeadLetterTable.Row(
                        key, LetterType.MALFORMED, sender, null, "x", "y", new byte[0], 0, at);
        store.write(
                tx -> {
                    tx.rows(DeadLetterTable.TABLE).put(row);
                    return true;
                });
    }
}

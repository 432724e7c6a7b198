package dev.parley.store;

import static dev.parley.store.Appends.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.sqlite.SqliteStores;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What waits to be written is bounded, in number and in bytes. */
@Timeout(20)
class QueueTest {
    private static final int SIZE = 16;

    @TempDir Path folder;

    @Test
    void aFullQueueRefusesAtOnceAndWhatHadAPlaceIsStillWritten() throws Exception {
        try (var store = open(SIZE)) {
            var run = Appends.begin(store, "r1");
            var waiting = new ArrayList<CompletableFuture<Long>>();
            try (var _ = new Blocked(store)) {
                for (int i = 0; i < SIZE; i++) {
                    waiting.add(store.submit(append(run, "m" + i)));
                }
                var refusal = refusal(() -> store.write(append(run, "one too many")));
                assertThat(refusal.problem()).isEqualTo(Problem.STORE_BUSY);
                assertThat(refusal.extras()).containsEntry("retry_after", 1);
                assertThat(store.stats().queued()).isEqualTo(SIZE);
            }
            assertThat(waiting).allSatisfy(answer -> assertThat(answer.join()).isPositive());
            assertThat(store.write(append(run, "later"))).isEqualTo(SIZE + 1L);
        }
    }

    @Test
    void fewButHugeCommandsAreRefusedLongBeforeTheQueueIsFull() throws Exception {
        try (var store = open(8_192)) {
            var waiting = new ArrayList<CompletableFuture<Boolean>>();
            try (var _ = new Blocked(store)) {
                while (waiting.size() < 1_000 && accepts(store, waiting)) {}
                assertThat(waiting).hasSize(63);
            }
            waiting.forEach(CompletableFuture::join);
            try (var _ = new Blocked(store)) {
                assertThat(accepts(store, waiting)).as("room is given back").isTrue();
            }
        }
    }

    private static boolean accepts(Store store, List<CompletableFuture<Boolean>> waiting) {
        try {
            return waiting.add(store.submit(new Huge()));
        } catch (ParleyException refusal) {
            assertThat(refusal.problem()).isEqualTo(Problem.STORE_BUSY);
            return false;
        }
    }

    /** Says that it holds a little more than a 64th of what may wait. */
    private record Huge() implements Command<Boolean> {
        @Override
        public Boolean decide(Tx tx) {
            return true;
        }

        @Override
        public int weight() {
            return (int) (Writer.MAX_QUEUED_BYTES / 64) + 1;
        }
    }

    private static ParleyException refusal(Runnable action) {
        return catchThrowableOfType(ParleyException.class, action::run);
    }

    private Store open(int queueSize) {
        return Store.open(
                new SqliteStores(folder).dialect(),
                InstantSource.system(),
                new Store.Limits(queueSize, 1),
                _ -> {});
    }
}

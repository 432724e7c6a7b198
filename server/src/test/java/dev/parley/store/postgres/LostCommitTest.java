package dev.parley.store.postgres;

import static dev.parley.store.Appends.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Appends;
import dev.parley.store.Health;
import dev.parley.store.Store;
import dev.parley.store.table.RunKey;
import java.io.IOException;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of a batch whose commit is cut off from its answer. */
@Timeout(60)
class LostCommitTest {
    private PostgresStores stores;
    private CutLine line;
    private Store store;
    private RunKey run;

    @BeforeEach
    void open() throws IOException {
        stores = new PostgresStores();
        line = new CutLine(PostgresStores.port());
        store =
                Store.open(
                        new PostgresDialect(stores.url(line.port()) + "&prepareThreshold=0"),
                        InstantSource.system(),
                        Store.Limits.DEFAULT,
                        _ -> {});
        run = Appends.begin(store, "r1");
    }

    @AfterEach
    void close() throws IOException {
        store.close();
        line.close();
    }

    @Test
    void aCommitThatWasKeptIsAnsweredThoughItsAnswerWasLost() {
        line.cutAt(CutLine.Cut.AFTER_COMMIT);
        assertThat(store.write(append(run, "m1"))).isEqualTo(1);
        assertThat(line.cuts()).isEqualTo(1);
        assertThat(store.health()).isEqualTo(Health.OK);
        assertThat(store.write(append(run, "m1"))).as("it is there").isEqualTo(-1);
        assertThat(store.write(append(run, "m2"))).isEqualTo(2);
    }

    @Test
    void aServerThatIsShutDownRightAfterTheCommitHasKeptItToo() {
        line.cutAt(CutLine.Cut.SHUT_DOWN_AFTER_COMMIT);
        assertThat(store.write(append(run, "m1"))).isEqualTo(1);
        assertThat(line.cuts()).isEqualTo(1);
        assertThat(store.write(append(run, "m2"))).isEqualTo(2);
    }

    @Test
    void aCommitThatNeverArrivedIsRefusedAndLeavesNoTrace() {
        line.cutAt(CutLine.Cut.BEFORE_COMMIT);
        assertProblem(Problem.STORE_UNREACHABLE);
        assertThat(store.write(append(run, "m1"))).isEqualTo(1);
        assertThat(store.health()).isEqualTo(Health.OK);
    }

    @Test
    void aCommitThatNobodyCanAskAboutIsSaidToBeUnknownAndARetryFindsIt() {
        line.cutAt(CutLine.Cut.FOR_GOOD_AFTER_COMMIT);
        assertProblem(Problem.OUTCOME_UNKNOWN);
        line.mend();
        assertThat(store.write(append(run, "m1"))).as("it was kept").isEqualTo(-1);
        assertThat(store.write(append(run, "m2"))).isEqualTo(2);
    }

    private void assertProblem(Problem problem) {
        assertThatThrownBy(() -> store.write(append(run, "m1")))
                .isInstanceOfSatisfying(
                        ParleyException.class,
                        refusal -> assertThat(refusal.problem()).isEqualTo(problem));
        assertThat(line.cuts()).isEqualTo(1);
    }
}

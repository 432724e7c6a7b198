package dev.parley.store.postgres;

import static dev.parley.store.Appends.append;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.store.Appends;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.FeedTable.Position;
import dev.parley.store.table.InboxTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two engines on one database are as one. */
@Timeout(60)
class TwoEnginesTest {
    private PostgresStores stores;
    private Store here;
    private Store there;

    @BeforeEach
    void open() {
        stores = new PostgresStores();
        here = stores.open();
        there = stores.open();
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    @Test
    void logsStayWithoutGapsWhenBothAppendToTheSameRuns() {
        var runs = List.of(Appends.begin(here, "r1"), Appends.begin(here, "r2"));
        var answers = new ArrayList<CompletableFuture<Long>>();
        for (int i = 0; i < 400; i++) {
            var run = runs.get(i % 2);
            answers.add(here.submit(append(run, "here" + i)));
            answers.add(there.submit(append(run, "there" + i)));
        }
        answers.forEach(answer -> assertThat(answer.join()).isPositive());
        for (var run : runs) {
            assertThat(Appends.log(here, run))
                    .extracting(MessageTable.Row::seq)
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, 400).boxed().toList());
            assertThat(told(run))
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, 400).boxed().toList());
        }
    }

    @Test
    void theSameMessageThroughBothIsNewExactlyOnce() {
        var run = Appends.begin(here, "r1");
        for (int round = 0; round < 20; round++) {
            var ids = LongStream.range(0, 10).mapToObj(i -> "m" + i).toList();
            var prefix = "round" + round;
            var mine = ids.stream().map(id -> here.submit(append(run, prefix + id))).toList();
            var theirs = ids.stream().map(id -> there.submit(append(run, prefix + id))).toList();
            for (int i = 0; i < ids.size(); i++) {
                var both = List.of(mine.get(i).join(), theirs.get(i).join());
                assertThat(both).containsOnlyOnce(-1L);
            }
        }
        assertThat(Appends.log(there, run)).hasSize(200);
    }

    @Test
    void aBatchThatFindsOutLateWhatItMustHoldIsDecidedAgainHoldingIt() {
        var run = Appends.begin(here, "r1");
        var answers = new ArrayList<CompletableFuture<Boolean>>();
        for (int i = 1; i <= 200; i++) {
            long seq = i;
            Command<Boolean> undeclared =
                    tx -> {
                        for (var name : seq % 2 == 0 ? List.of("a", "b") : List.of("b", "a")) {
                            InboxTable.TABLE.add(tx, new ReceiptTable.Key(run, name, seq), 1);
                        }
                        return true;
                    };
            answers.add((i % 2 == 0 ? here : there).submit(undeclared));
        }
        answers.forEach(answer -> assertThat(answer.join()).isTrue());
        var inboxes = here.read(sql -> InboxTable.TABLE.page(sql, "", "", 0, 1_000));
        assertThat(inboxes).hasSize(400);
        for (var name : List.of("a", "b")) {
            assertThat(inboxes)
                    .filteredOn(row -> row.key().inbox().recipient().equals(name))
                    .extracting(row -> row.key().position())
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, 200).boxed().toList());
        }
    }

    private List<Long> told(RunKey run) {
        return here
                .read(sql -> FeedTable.TABLE.after(sql, here.dialect(), Position.START, 5_000))
                .stream()
                .map(FeedTable.Entry::change)
                .filter(change -> change.run().equals(run))
                .map(FeedTable.Change::seq)
                .toList();
    }
}

package dev.parley.store;

import static dev.parley.store.Appends.append;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.bus.Topic;
import dev.parley.protocol.Act;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.store.table.AwaitedState;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store promises, whatever database it runs on. */
public abstract class StoreContract {
    private static final Space SPACE = new Space("default");
    private final List<Set<Topic>> woken = new CopyOnWriteArrayList<>();
    private TestStores stores;
    private Store store;

    protected abstract TestStores stores();

    @BeforeEach
    void open() {
        stores = stores();
        store = stores.open(InstantSource.fixed(Instant.EPOCH.plusSeconds(1)), woken::add);
    }

    @AfterEach
    void close() {
        store.close();
        stores.close();
    }

    @Test
    void whatWasAnsweredIsThereAfterReopening() {
        var run = begin("r1");
        store.write(append(run, "m1"));
        store.close();
        store = stores.open();
        assertThat(log(run)).extracting(row -> row.key().message().value()).containsExactly("m1");
    }

    @Test
    void aRunsEntriesAreNumberedWithoutGapsHoweverManySendAtOnce() {
        var run = begin("r1");
        var answers =
                IntStream.range(0, 300).mapToObj(i -> store.submit(append(run, "m" + i))).toList();
        var seqs = answers.stream().map(CompletableFuture::join).sorted().toList();
        assertThat(seqs).containsExactlyElementsOf(LongStream.rangeClosed(1, 300).boxed().toList());
        assertThat(log(run)).extracting(MessageTable.Row::seq).isSorted().hasSize(300);
    }

    @Test
    void commandsThatQueueUpShareACommit() {
        var run = begin("r1");
        long before = store.stats().batches();
        var answers =
                IntStream.range(0, 1_000)
                        .mapToObj(i -> store.submit(append(run, "m" + i)))
                        .toList();
        answers.forEach(CompletableFuture::join);
        assertThat(store.stats().batches() - before).isLessThan(500);
    }

    @Test
    void aRefusedCommandLeavesNoTraceAndDoesNotDisturbItsNeighbours() {
        var run = begin("r1");
        var answers = new ArrayList<CompletableFuture<Long>>();
        for (int i = 0; i < 50; i++) {
            answers.add(store.submit(append(run, "m" + i)));
            var id = "refused" + i;
            answers.add(
                    store.submit(
                            tx -> {
                                append(run, id).decide(tx);
                                throw new ParleyException(Problem.CONFLICT, "no");
                            }));
        }
        assertThat(answers.stream().filter(answer -> !failed(answer))).hasSize(50);
        assertThat(log(run)).hasSize(50).extracting(MessageTable.Row::seq).isSorted();
    }

    @Test
    void aCommandRefusedAfterWritingDirectlyIsUndoneAndItsNeighboursKept() {
        var run = begin("r1");
        var answers = new ArrayList<CompletableFuture<Long>>();
        for (int i = 0; i < 20; i++) {
            answers.add(store.submit(append(run, "m" + i)));
            var id = "refused" + i;
            answers.add(
                    store.submit(
                            tx -> {
                                append(run, id).decide(tx);
                                tx.sql().number("SELECT count(*) FROM messages");
                                throw new ParleyException(Problem.CONFLICT, "no");
                            }));
        }
        assertThat(answers.stream().filter(answer -> !failed(answer))).hasSize(20);
        assertThat(log(run)).hasSize(20);
    }

    @Test
    void aStatementTheDatabaseRefusesFailsOnlyItsOwnCommand() {
        var run = begin("r1");
        store.write(append(run, "taken"));
        var answers = new ArrayList<CompletableFuture<Long>>();
        for (int i = 0; i < 20; i++) {
            answers.add(store.submit(append(run, "m" + i)));
        }
        var clash = store.submit(Appends.unchecked(run, "taken"));
        for (int i = 20; i < 40; i++) {
            answers.add(store.submit(append(run, "m" + i)));
        }
        assertThat(failed(clash)).isTrue();
        assertThat(answers).noneMatch(StoreContract::failed);
        assertThat(log(run)).hasSize(41).extracting(MessageTable.Row::seq).isSorted();
    }

    @Test
    void aBugInACommandFailsThatCommandAlone() {
        var run = begin("r1");
        CompletableFuture<Long> buggy =
                store.submit(
                        _ -> {
                            throw new IllegalStateException("a bug");
                        });
        assertThat(failed(buggy)).isTrue();
        assertThat(store.write(append(run, "m1"))).isEqualTo(1);
        assertThat(store.health()).isEqualTo(Health.OK);
    }

    @Test
    void laterCommandsOfABatchSeeWhatEarlierOnesPut() {
        var run = begin("r1");
        var first = store.submit(append(run, "m1"));
        var again = store.submit(append(run, "m1"));
        assertThat(List.of(first.join(), again.join())).containsExactly(1L, -1L);
    }

    @Test
    void whatIsSentAgainInALaterBatchIsRecognisedAmongWhatIsNew() {
        var run = begin("r1");
        store.write(append(run, "m0"));
        var answers = new ArrayList<CompletableFuture<Long>>();
        for (int i = 0; i < 60; i++) {
            answers.add(store.submit(append(run, "m" + i % 50)));
        }
        assertThat(answers.stream().map(CompletableFuture::join).filter(seq -> seq == -1))
                .hasSize(11);
        assertThat(log(run)).hasSize(50).extracting(MessageTable.Row::seq).isSorted();
    }

    @Test
    void aRuleIsAppliedOnlyToWhatIsReallyNew() {
        var run = begin("r1");
        store.write(append(run, "m1"));
        Command<Long> ruled =
                tx -> {
                    var key = new MessageTable.Key(run, new MessageId("m1"));
                    if (tx.rows(MessageTable.TABLE).findRepeated(key).isPresent()) {
                        return -1L;
                    }
                    throw new ParleyException(Problem.RUN_ENDED, "nothing new");
                };
        assertThat(store.write(ruled)).isEqualTo(-1);
    }

    @Test
    void aRowThatWasRemovedIsGoneForLaterCommandsAndForReaders() {
        store.write(
                tx -> {
                    tx.rows(Meta.TABLE).put(new Meta.Entry("k", "v"));
                    return true;
                });
        store.write(
                tx -> {
                    tx.rows(Meta.TABLE).remove("k");
                    return true;
                });
        assertThat(store.<Boolean>write(tx -> tx.rows(Meta.TABLE).find("k").isPresent())).isFalse();
    }

    @Test
    void whatWasWrittenDirectlyIsSeenByLaterBatches() {
        var run = begin("r1");
        store.write(append(run, "m1"));
        store.write(tx -> tx.sql().update("UPDATE runs SET head = 7"));
        assertThat(store.write(append(run, "m2"))).isEqualTo(8);
    }

    @Test
    void nobodyIsWokenForWhatWasRefused() {
        var run = begin("r1");
        woken.clear();
        var topic = new Topic.Run(run.space(), run.run());
        assertThatThrownBy(
                        () ->
                                store.write(
                                        tx -> {
                                            tx.wake(topic);
                                            throw new ParleyException(Problem.CONFLICT, "no");
                                        }))
                .isInstanceOf(ParleyException.class);
        store.write(
                tx -> {
                    tx.wake(topic);
                    return true;
                });
        assertThat(woken).containsExactly(Set.of(topic));
    }

    @Test
    void whatIsChangedInBulkIsSeenByWhoeverLooksNext() {
        var key = new AwaitedTable.Key(begin("r1"), 1);
        var open =
                new AwaitedTable.Row(
                        key,
                        new MessageId("m1"),
                        Act.ASK,
                        "alice",
                        "bob",
                        null,
                        0,
                        null,
                        null,
                        AwaitedState.OPEN);
        var seen =
                store.write(
                        tx -> {
                            tx.rows(AwaitedTable.TABLE).put(open);
                            AwaitedTable.TABLE.cancelAll(tx.bulk(AwaitedTable.TABLE), key.run());
                            return tx.rows(AwaitedTable.TABLE).find(key).orElseThrow();
                        });
        assertThat(seen.state()).isEqualTo(AwaitedState.CANCELLED);
    }

    @Test
    void theFeedTellsEveryChangeOnceInTheOrderOfEachRun() {
        var runs = List.of(begin("r1"), begin("r2"), begin("r3"));
        var answers = new ArrayList<CompletableFuture<Long>>();
        for (int i = 0; i < 300; i++) {
            answers.add(store.submit(append(runs.get(i % 3), "m" + i)));
        }
        answers.forEach(CompletableFuture::join);
        var entries = new ArrayList<FeedTable.Entry>();
        var position = FeedTable.Position.START;
        while (true) {
            var from = position;
            var page = store.read(sql -> FeedTable.TABLE.after(sql, store.dialect(), from, 7));
            if (page.isEmpty()) {
                break;
            }
            entries.addAll(page);
            position = FeedTable.Position.parse(page.getLast().position().toString());
        }
        for (var run : runs) {
            assertThat(
                            entries.stream()
                                    .map(FeedTable.Entry::change)
                                    .filter(c -> c.run().equals(run)))
                    .extracting(FeedTable.Change::seq)
                    .containsExactlyElementsOf(LongStream.rangeClosed(1, 100).boxed().toList());
        }
    }

    @Test
    void theSameRunIdInTwoSpacesIsTwoRuns() {
        var here = begin("r1");
        var there = Appends.begin(store, new RunKey(new Space("other"), new RunId("r1")));
        store.write(append(here, "m1"));
        assertThat(log(here)).hasSize(1);
        assertThat(log(there)).isEmpty();
    }

    @Test
    void theEpochOutlivesARestart() {
        var epoch = store.epoch();
        store.close();
        store = stores.open();
        assertThat(store.epoch()).isEqualTo(epoch);
    }

    private RunKey begin(String id) {
        return Appends.begin(store, new RunKey(SPACE, new RunId(id)));
    }

    private List<MessageTable.Row> log(RunKey run) {
        return Appends.log(store, run);
    }

    private static boolean failed(CompletableFuture<?> answer) {
        return answer.handle((_, error) -> error != null).join();
    }
}

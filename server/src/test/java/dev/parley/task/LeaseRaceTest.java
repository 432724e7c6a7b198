package dev.parley.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.store.postgres.PostgresStores;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever races for tasks, each is completed once, by the holder of its newest fence. */
@Timeout(300)
class LeaseRaceTest {
    private static final int TASKS = 20;
    private static final int WORKERS = 6;
    private static final int STEPS = 30;

    /** What a worker was given, or what was accepted of it. */
    private record Event(String task, long fence, int worker) {}

    /** Everything that happened, in no order. */
    private record History(Queue<Event> claimed, Queue<Event> completed) {}

    @Test
    void atOneHub() throws InterruptedException {
        try (var parley = TestParley.start()) {
            race(List.of(parley));
        }
    }

    @Test
    void atTwoHubsOnOneDatabase() throws InterruptedException {
        var database = new PostgresStores();
        try (var here = TestParley.on(database).start();
                var there = TestParley.on(database).start()) {
            race(List.of(here, there));
        }
    }

    private static void race(List<TestParley> hubs) throws InterruptedException {
        var first = hubs.getFirst();
        var alice = first.agent("alice");
        for (int i = 0; i < TASKS; i++) {
            alice.post("/api/tasks", "{\"message\":\"m\",\"max_attempts\":100}").expect(201);
        }
        var history = new History(new ConcurrentLinkedQueue<>(), new ConcurrentLinkedQueue<>());
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < WORKERS; i++) {
            int worker = i;
            var caller = hubs.get(i % hubs.size()).bearer(first.agent("w" + i).token());
            threads.add(Thread.ofVirtual().start(() -> work(caller, worker, history)));
        }
        for (var thread : threads) {
            thread.join();
        }
        require(history);
    }

    /** Now and then it says that it has done what another holds, or what it held itself before. */
    private static void work(Caller caller, int worker, History history) {
        var dice = new Random(worker);
        for (int step = 0; step < STEPS; step++) {
            var given = caller.post("/api/tasks/claim", "{}").expect(200).json();
            if (given.path("task").isObject()) {
                var lease =
                        new Event(
                                given.at("/task/task_id").asText(),
                                given.at("/lease/fence").asLong(),
                                worker);
                history.claimed.add(lease);
                switch (dice.nextInt(4)) {
                    case 0 -> complete(caller, lease, history);
                    case 1 -> does(caller, lease, "fail", ",\"retry\":true");
                    default -> does(caller, lease, "release", "");
                }
            }
            var any = List.copyOf(history.claimed);
            if (!any.isEmpty()) {
                var other = any.get(dice.nextInt(any.size()));
                complete(caller, new Event(other.task, other.fence, worker), history);
            }
        }
    }

    private static void complete(Caller caller, Event lease, History history) {
        if (does(caller, lease, "complete", ",\"result\":\"r\"") == 201) {
            history.completed.add(lease);
        }
    }

    private static int does(Caller caller, Event lease, String deed, String more) {
        return caller.post(
                        "/api/tasks/" + lease.task + "/" + deed,
                        "{\"fence\":" + lease.fence + more + "}")
                .status();
    }

    private static void require(History history) {
        Map<String, TreeMap<Long, Integer>> holders = new HashMap<>();
        for (var claim : history.claimed) {
            var before =
                    holders.computeIfAbsent(claim.task, _ -> new TreeMap<>())
                            .put(claim.fence, claim.worker);
            assertThat(before).as("a fence is given once: %s", claim).isNull();
        }
        assertThat(history.completed).isNotEmpty();
        assertThat(history.completed.stream().map(Event::task))
                .as("what is completed once is not again")
                .doesNotHaveDuplicates();
        for (var done : history.completed) {
            var newest = holders.getOrDefault(done.task, new TreeMap<>()).lastEntry();
            assertThat(done).isEqualTo(new Event(done.task, newest.getKey(), newest.getValue()));
        }
    }
}

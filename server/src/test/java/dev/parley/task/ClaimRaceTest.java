package dev.parley.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.store.postgres.PostgresStores;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two hubs on one database give each task to one worker, however many ask at once. */
@Timeout(120)
class ClaimRaceTest {
    private static final int TASKS = 200;
    private static final int WORKERS = 4;

    @Test
    void eachTaskIsClaimedOnce() throws InterruptedException {
        var database = new PostgresStores();
        try (var here = TestParley.on(database).start();
                var there = TestParley.on(database).start()) {
            var alice = here.agent("alice");
            var made =
                    IntStream.range(0, TASKS)
                            .mapToObj(i -> alice.post("/api/tasks", "{\"message\":\"" + i + "\"}"))
                            .map(reply -> reply.expect(201).text("task_id"))
                            .toList();
            var claimed = new ConcurrentLinkedQueue<String>();
            var threads = new ArrayList<Thread>();
            for (var hub : List.of(here, there)) {
                for (int i = 0; i < WORKERS; i++) {
                    var worker = hub.bearer(here.agent("worker" + i % 2).token());
                    threads.add(Thread.ofVirtual().start(() -> claimAll(worker, claimed)));
                }
            }
            for (var thread : threads) {
                thread.join();
            }
            assertThat(claimed).containsExactlyInAnyOrderElementsOf(made);
        }
    }

    /** Waits a moment for what others might just be giving back. */
    private static void claimAll(Caller worker, ConcurrentLinkedQueue<String> claimed) {
        while (true) {
            var given = worker.post("/api/tasks/claim", "{\"wait\":1}").expect(200).json();
            if (given.path("task").isNull()) {
                return;
            }
            claimed.add(given.at("/task/task_id").asText());
        }
    }
}

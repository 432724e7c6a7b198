package dev.parley.e2e.work;

import dev.parley.client.NewTask;
import dev.parley.client.ParleyClient;
import dev.parley.client.Patience;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.TaskId;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Has many tasks done by workers that differ in what they can, kills workers at random and the hub
 * as often as asked, and looks whether each task was completed once, by one that might.
 *
 * @param seed decides who can what and who is killed when
 */
public record WorkTrial(
        Path data, int workers, int tasks, int hubKills, long seed, Consumer<String> progress) {
    private static final List<String> WORDS =
            List.of("python", "java", "security", "gpu", "german", "maths", "web", "sql");
    private static final int MOST_NEEDS = 2;
    private static final int KILLED_ONE_IN = 12;
    private static final int MAX_ATTEMPTS = 100;
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Patience BRIEF = Patience.standard().within(Duration.ofMillis(500));
    private static final long GLANCE_MILLIS = 20;

    /**
     * What came out of it.
     *
     * @param refused completions of workers that had lost the task
     */
    public record Result(
            int tasks,
            int completed,
            long claims,
            long killed,
            long refused,
            String check,
            List<String> faults) {
        public boolean isClean() {
            return completed == tasks && faults.isEmpty() && check.isEmpty();
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%,d of %,d tasks completed once, %,d claims, %,d workers killed, %,d stale"
                            + " completions refused%ncheck %s%s",
                    completed,
                    tasks,
                    claims,
                    killed,
                    refused,
                    check.isEmpty() ? "ok" : check,
                    faults.isEmpty() ? "" : "\n  " + String.join("\n  ", faults));
        }
    }

    public Result run() {
        progress.accept("seed " + seed);
        var random = new SplittableRandom(seed);
        var deeds = new Deeds();
        var hub = Hub.on(data).start();
        var place = new AtomicReference<URI>(hub.url());
        long deadline = System.nanoTime() + LONGEST.toNanos();
        BooleanSupplier isOver =
                () ->
                        deeds.completed() >= tasks
                                || deeds.isFaulty()
                                || System.nanoTime() > deadline;
        try (var client = ParleyClient.connect(place::get, hub.ownerToken(), BRIEF);
                var patient = ParleyClient.connect(place::get, hub.ownerToken())) {
            var threads = hire(client, deeds, random, isOver);
            var giver = new ArrayList<TaskId>();
            var giving =
                    Thread.ofVirtual()
                            .uncaughtExceptionHandler((_, e) -> deeds.fault("no more tasks: " + e))
                            .start(() -> give(patient, giver, random.split()));
            for (int kill = 1; kill <= hubKills; kill++) {
                await(deeds, kill * tasks / (hubKills + 1), isOver);
                hub.kill();
                hub.close();
                hub = Hub.on(data).start();
                place.set(hub.url());
                progress.accept("the hub was killed; " + deeds.completed() + " done so far");
            }
            await(deeds, tasks, isOver);
            join(giving);
            threads.forEach(WorkTrial::join);
            compare(client, giver, deeds);
            var check = client.hub().check();
            return deeds.result(tasks, check.ok() ? "" : check.findings().toString());
        } finally {
            hub.close();
        }
    }

    /** The first can everything and is never killed, so that every task has somebody. */
    private List<Thread> hire(
            ParleyClient client, Deeds deeds, SplittableRandom random, BooleanSupplier isOver) {
        return IntStream.range(0, workers)
                .mapToObj(
                        n ->
                                new Hand(
                                        "w" + n,
                                        n == 0
                                                ? Capabilities.of(WORDS)
                                                : some(random, WORDS.size()),
                                        n == 0 ? 0 : KILLED_ONE_IN,
                                        client,
                                        deeds,
                                        random.split()))
                .map(hand -> Thread.ofVirtual().start(() -> hand.workUntil(isOver)))
                .toList();
    }

    private static Capabilities some(SplittableRandom random, int most) {
        int count = random.nextInt(most + 1);
        return Capabilities.of(
                random.ints(count, 0, WORDS.size()).distinct().mapToObj(WORDS::get).toList());
    }

    private void give(ParleyClient client, List<TaskId> given, SplittableRandom random) {
        for (int n = 0; n < tasks; n++) {
            var task =
                    NewTask.of("task " + n)
                            .needs(some(random, MOST_NEEDS))
                            .priority(random.nextInt(3))
                            .maxAttempts(MAX_ATTEMPTS);
            given.add(client.tasks().create(task).taskId());
        }
    }

    /** What the hub shows is what the workers were told. */
    private static void compare(ParleyClient client, List<TaskId> given, Deeds deeds) {
        for (var id : given) {
            var task = client.tasks().get(id);
            var holder = deeds.holder(id);
            var said = task.result().map(result -> result.asText()).orElse("nothing");
            if (!task.state().equals("completed")
                    || !holder.startsWith(task.worker().orElse("?") + " ")
                    || !said.equals("done by " + task.worker().orElse("?"))) {
                deeds.fault(id + " is " + task.state() + " with " + said + ", but " + holder);
            }
        }
    }

    private static void await(Deeds deeds, int count, BooleanSupplier isOver) {
        while (deeds.completed() < count && !isOver.getAsBoolean()) {
            try {
                Thread.sleep(GLANCE_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

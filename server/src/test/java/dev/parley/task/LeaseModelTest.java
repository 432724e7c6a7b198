package dev.parley.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.store.postgres.PostgresStores;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever workers do in whatever order, a hub does with leases what a small model does. */
@Timeout(300)
class LeaseModelTest {
    private static final int SEQUENCES = Integer.getInteger("parley.model.sequences", 40);
    private static final int LENGTH = 40;
    private static final int WORKERS = 3;
    private static final int TASKS = 2;
    private static final AtomicInteger PLAYED = new AtomicInteger();

    enum Deed {
        CLAIM,
        CLAIM_WITH_KEY,
        HEARTBEAT,
        PROGRESS,
        COMPLETE,
        FAIL,
        RETRY,
        RELEASE,
        CANCEL,
        PASS
    }

    /**
     * One step.
     *
     * @param worker one of them; beyond them, whoever holds the task
     * @param back how much older than the newest the fence is that it shows
     */
    record Step(Deed deed, int worker, int task, int back) {
        static Step random(Random dice) {
            var deeds = Deed.values();
            var deed = deeds[dice.nextInt(deeds.length)];
            boolean isRare = deed == Deed.CANCEL || deed == Deed.FAIL;
            return new Step(
                    isRare && dice.nextInt(3) > 0 ? Deed.CLAIM : deed,
                    dice.nextInt(2 * WORKERS),
                    dice.nextInt(TASKS),
                    dice.nextInt(4) == 0 ? 1 : 0);
        }
    }

    @Test
    void aHubDoesWithLeasesWhatTheModelDoes() {
        try (var parley = TestParley.start()) {
            var hubs = List.of(parley);
            var people = people(hubs);
            Shrinking.play(SEQUENCES, LENGTH, Step::random, steps -> play(hubs, people, steps));
        }
    }

    @Test
    void twoHubsOnOneDatabaseDoSoTogether() {
        var database = new PostgresStores();
        try (var here = TestParley.on(database).start();
                var there = TestParley.on(database).start()) {
            var hubs = List.of(here, there);
            var people = people(hubs);
            Shrinking.play(SEQUENCES / 8, LENGTH, Step::random, steps -> play(hubs, people, steps));
        }
    }

    /** Who asks first, then the workers, in turn at one hub and at the other. */
    private static List<Caller> people(List<TestParley> hubs) {
        var first = hubs.getFirst();
        return Stream.concat(
                        Stream.of(first.agent("alice")),
                        IntStream.range(0, WORKERS)
                                .mapToObj(
                                        i ->
                                                hubs.get(i % hubs.size())
                                                        .bearer(first.agent("w" + i).token())))
                .toList();
    }

    private static Optional<String> play(
            List<TestParley> hubs, List<Caller> people, List<Step> steps) {
        var game = new Game(hubs, people, "skill" + PLAYED.incrementAndGet());
        for (int i = 0; i < steps.size(); i++) {
            try {
                game.step(steps.get(i));
            } catch (AssertionError different) {
                return Optional.of("step " + i + ": " + different.getMessage());
            }
        }
        return Optional.empty();
    }

    /** The hub beside the model. */
    private static final class Game {
        private final LeaseModel model = new LeaseModel(TASKS);
        private final List<TestParley> hubs;
        private final List<Caller> people;
        private final String skill;
        private final List<String> ids;

        Game(List<TestParley> hubs, List<Caller> people, String skill) {
            this.hubs = hubs;
            this.people = people;
            this.skill = skill;
            var wanted =
                    "{\"message\":\"m\",\"required_capabilities\":[\"%s\"],\"max_attempts\":%d}"
                            .formatted(skill, LeaseModel.MAX_ATTEMPTS);
            this.ids =
                    IntStream.range(0, TASKS)
                            .mapToObj(_ -> people.getFirst().post("/api/tasks", wanted))
                            .map(made -> made.expect(201).text("task_id"))
                            .toList();
        }

        void step(Step step) {
            var task = model.tasks.get(step.task);
            int worker = step.worker < WORKERS ? step.worker : Math.max(0, task.holder);
            long fence = task.fence - step.back;
            switch (step.deed) {
                case CLAIM -> requireSame(model.claim(worker), claim(worker));
                case CLAIM_WITH_KEY -> {
                    var key = skill + "-" + step.back;
                    requireSame(model.claim(worker, key), claim(worker, "Idempotency-Key", key));
                }
                case HEARTBEAT ->
                        require(
                                model.hold(worker, step.task, fence, () -> {}),
                                does(worker, step.task, "heartbeat", fence, ""));
                case PROGRESS ->
                        require(
                                model.hold(worker, step.task, fence, () -> {}),
                                does(worker, step.task, "progress", fence, ",\"message\":\"p\""));
                case COMPLETE ->
                        require(
                                model.complete(worker, step.task, fence),
                                does(worker, step.task, "complete", fence, ",\"result\":\"r\""));
                case FAIL ->
                        require(
                                model.fail(worker, step.task, fence, false),
                                does(worker, step.task, "fail", fence, ""));
                case RETRY ->
                        require(
                                model.fail(worker, step.task, fence, true),
                                does(worker, step.task, "fail", fence, ",\"retry\":true"));
                case RELEASE ->
                        require(
                                model.release(worker, step.task, fence),
                                does(worker, step.task, "release", fence, ""));
                case CANCEL ->
                        require(
                                model.cancel(step.task),
                                people.getFirst()
                                        .post(at(step.task, "cancel"), "{\"reason\":\"no\"}"));
                case PASS -> {
                    long seconds = LeaseModel.LEASE / 2 + 1;
                    model.pass(seconds);
                    hubs.forEach(hub -> hub.pass(Duration.ofSeconds(seconds)));
                    hubs.getLast().lookAfterTasks();
                }
            }
            requireSameStates();
        }

        private void requireSameStates() {
            for (int i = 0; i < TASKS; i++) {
                var seen = people.getFirst().get("/api/tasks/" + ids.get(i)).expect(200);
                var expected = model.tasks.get(i);
                assertThat(seen.text("state") + " " + seen.number("attempt"))
                        .isEqualTo(expected.state + " " + expected.attempts);
            }
        }

        private Reply does(int worker, int task, String deed, long fence, String more) {
            return people.get(worker + 1).post(at(task, deed), "{\"fence\":" + fence + more + "}");
        }

        private String at(int task, String deed) {
            return "/api/tasks/" + ids.get(task) + "/" + deed;
        }

        private JsonNode claim(int worker, String... headers) {
            return people.get(worker + 1)
                    .post(
                            "/api/tasks/claim",
                            "{\"capabilities\":[\"%s\"],\"lease_seconds\":%d}"
                                    .formatted(skill, LeaseModel.LEASE),
                            headers)
                    .expect(200)
                    .json();
        }

        private void requireSame(Optional<LeaseModel.Given> expected, JsonNode given) {
            var seen =
                    given.path("task").isNull()
                            ? Optional.<LeaseModel.Given>empty()
                            : Optional.of(
                                    new LeaseModel.Given(
                                            ids.indexOf(given.at("/task/task_id").asText()),
                                            given.at("/lease/fence").asLong()));
            assertThat(seen).isEqualTo(expected);
        }

        private static void require(boolean isAllowed, Reply reply) {
            if (isAllowed) {
                assertThat(reply.status()).as(reply.text()).isIn(200, 201);
            } else {
                assertThat(reply.status()).as(reply.text()).isIn(403, 409);
            }
        }
    }
}

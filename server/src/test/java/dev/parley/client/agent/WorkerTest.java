package dev.parley.client.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.parley.TestParley;
import dev.parley.bus.Topic;
import dev.parley.client.Claim;
import dev.parley.client.Lease;
import dev.parley.client.NewTask;
import dev.parley.client.ParleyClient;
import dev.parley.client.Patience;
import dev.parley.client.TaskView;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Space;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.codec.Json;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Workers that are written with the Java client. */
@Timeout(90)
class WorkerTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final AgentName BOB = new AgentName("bob");

    @TempDir Path folder = Path.of("");

    private final LinkedBlockingQueue<String> notes = new LinkedBlockingQueue<>();
    private TestParley parley;
    private ParleyClient alice;
    private ParleyClient bob;
    private String bobsToken = "";

    @BeforeEach
    void start() {
        parley = TestParley.start();
        alice = client(parley.agent("alice").token());
        bobsToken = parley.agent("bob").token();
        bob = client(bobsToken);
    }

    @AfterEach
    void stop() {
        alice.close();
        bob.close();
        parley.close();
    }

    @Test
    void aTaskIsDoneAndItsResultComesBack() {
        var task = create(NewTask.of("2 + 2").needs(Capabilities.parse("maths")));
        try (var _ =
                setup().having(Capabilities.parse("maths"))
                        .start(
                                job -> {
                                    job.progress("thinking");
                                    return Result.done(job.message() + " = 4");
                                })) {
            var seen = alice.tasks().await(task, SOON);

            assertThat(seen.state()).isEqualTo("completed");
            assertThat(seen.result().map(r -> r.asText())).contains("2 + 2 = 4");
            assertThat(seen.worker()).contains("bob");
        }
    }

    @Test
    void failuresRejectionsAndSecondAttemptsEndAsTheySay() {
        var again = create(NewTask.of("again"));
        var broken = create(NewTask.of("broken"));
        var never = create(NewTask.of("never").maxAttempts(2));
        var bad = create(NewTask.of("bad"));
        try (var _ =
                setup().concurrency(2)
                        .start(
                                job ->
                                        switch (job.message()) {
                                            case "again" ->
                                                    job.attempt() < 3
                                                            ? Result.tryAgain("not yet")
                                                            : Result.done(Json.object());
                                            case "broken" -> Result.failed("cannot be done");
                                            case "bad" -> Result.rejected("must not be done");
                                            default -> throw new IllegalStateException("oh");
                                        })) {
            assertThat(alice.tasks().await(again, SOON).attempt()).isEqualTo(3);
            assertThat(over(broken)).isEqualTo("failed cannot be done");
            assertThat(over(bad)).isEqualTo("rejected must not be done");
            assertThat(over(never)).startsWith("failed java.lang.IllegalStateException: oh");
        }
    }

    @Test
    void aPersonIsAskedInTheMiddleOfIt() {
        var task = create(NewTask.of("paint it"));
        try (var _ =
                setup().start(
                                job ->
                                        Result.done(
                                                job.askPerson("which colour?", SOON).orElse("")))) {
            var ann = parley.person("ann");
            var asked = ann.get("/api/questions?wait=20").all("items", "question_id").getFirst();
            ann.post("/api/questions/" + asked + "/answer", "{\"answer\":\"red\"}").expect(201);

            assertThat(alice.tasks().await(task, SOON).result().map(r -> r.asText()))
                    .contains("red");
        }
    }

    @Test
    void whoeverLosesTheTaskIsInterrupted() throws Exception {
        var task = create(NewTask.of("long"));
        var begun = new CountDownLatch(1);
        var ended = new CompletableFuture<String>();
        try (var _ =
                setup().lease(Duration.ofSeconds(1))
                        .start(
                                job -> {
                                    begun.countDown();
                                    try {
                                        Thread.sleep(60_000);
                                    } catch (InterruptedException e) {
                                        ended.complete("interrupted");
                                        throw e;
                                    }
                                    return Result.done("late");
                                })) {
            begun.await();
            alice.tasks().cancel(task, "no longer needed");

            assertThat(ended.get(20, TimeUnit.SECONDS)).isEqualTo("interrupted");
            assertThat(over(task)).isEqualTo("cancelled no longer needed");
            assertThat(notes.poll(20, TimeUnit.SECONDS)).contains(task.value(), "taken");
        }
    }

    @Test
    void aWorkerThatStopsFinishesWhatItMayAndGivesBackTheRest() throws Exception {
        var task = create(NewTask.of("long"));
        var begun = new CountDownLatch(1);
        var worker =
                setup().start(
                                job -> {
                                    begun.countDown();
                                    Thread.sleep(60_000);
                                    return Result.done("late");
                                });
        begun.await();

        worker.stop(Duration.ZERO);

        var seen = alice.tasks().get(task);
        assertThat(seen.state()).isEqualTo("queued");
        assertThat(seen.reason()).contains("its worker stopped");
        var other = setup().start(job -> Result.done("done by another"));
        assertThat(alice.tasks().await(task, SOON).state()).isEqualTo("completed");
        other.close();
    }

    @Test
    void whatWasFinishedWhileTheHubWasAwayIsDeliveredByTheNextWorker() throws Exception {
        var task = create(NewTask.of("m"));
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        var first =
                setup().spool(folder)
                        .start(
                                job -> {
                                    begun.countDown();
                                    go.await();
                                    return Result.done("kept");
                                });
        begun.await();
        parley.stop();
        go.countDown();
        awaitFile("complete");
        first.stop(Duration.ofMillis(10));
        assertThat(notes).anyMatch(note -> note.contains("not delivered yet"));
        parley = parley.restarted();
        try (var next = client(bobsToken);
                var owner = client(bobsToken)) {
            var second = Worker.of(next, BOB).spool(folder).start(job -> Result.done("done again"));
            var seen = owner.tasks().await(task, SOON);

            assertThat(seen.result().map(r -> r.asText())).contains("kept");
            assertThat(seen.attempt()).isEqualTo(1);
            second.close();
            assertThat(spooled()).isEmpty();
        }
    }

    @Test
    void anEndedWorkersTaskIsGivenBackByTheNextAtOnce() throws Exception {
        var task = create(NewTask.of("m"));
        var claimed =
                bob.tasks()
                        .claim(Claim.by(BOB, Capabilities.NONE, SOON, Duration.ZERO))
                        .orElseThrow();
        try (var spool = SpoolFolder.in(folder)) {
            spool.keep(
                    new Finished(claimed.lease(), Result.tryAgain("its worker was interrupted")));
        }
        try (var _ = setup().spool(folder).start(job -> Result.done("attempt " + job.attempt()))) {
            assertThat(alice.tasks().await(task, SOON).result().map(r -> r.asText()))
                    .contains("attempt 2");
        }
    }

    @Test
    void aClaimWhoseAnswerWasLostIsResumed() {
        var task = create(NewTask.of("m"));
        var claim =
                Claim.by(BOB, Capabilities.NONE, Duration.ofSeconds(60), Duration.ofSeconds(15));
        try (var spool = SpoolFolder.in(folder)) {
            spool.begin(0, claim);
        }
        assertThat(bob.tasks().claim(claim)).isPresent();
        try (var _ = setup().spool(folder).start(job -> Result.done("attempt " + job.attempt()))) {
            assertThat(alice.tasks().await(task, SOON).result().map(r -> r.asText()))
                    .contains("attempt 1");
        }
    }

    @Test
    void aResultThatComesTooLateIsDropped() throws Exception {
        var task = create(NewTask.of("m"));
        var claimed =
                bob.tasks()
                        .claim(Claim.by(BOB, Capabilities.NONE, SOON, Duration.ZERO))
                        .orElseThrow();
        try (var spool = SpoolFolder.in(folder)) {
            spool.keep(new Finished(claimed.lease(), Result.done("stale")));
        }
        bob.tasks().release(claimed.lease(), "given back");
        try (var _ = setup().spool(folder).start(job -> Result.done("fresh"))) {
            assertThat(alice.tasks().await(task, SOON).result().map(r -> r.asText()))
                    .contains("fresh");
            assertThat(notes.poll(20, TimeUnit.SECONDS)).contains(task.value(), "is dropped");
        }
        assertThat(spooled()).isEmpty();
    }

    @Test
    void aResultThatTheHubCannotTakeFailsItsTask() {
        var task = create(NewTask.of("m"));
        try (var _ = setup().start(job -> Result.done("x".repeat(2 << 20)))) {
            assertThat(over(task)).startsWith("failed the hub refused its result");
        }
    }

    @Test
    void workersThatShareASpoolDoNotMeet() {
        try (var one = SpoolFolder.in(folder);
                var two = SpoolFolder.in(folder)) {
            var lease = new Lease(new TaskId("task_1"), BOB, 7, SOON);
            one.keep(new Finished(lease, Result.done("one")));
            assertThat(two.kept()).isEmpty();
            two.keep(new Finished(lease, Result.done("two")));
            assertThat(one.kept()).extracting(Finished::result).containsExactly(Result.done("one"));
        }
        try (var three = SpoolFolder.in(folder)) {
            assertThat(three.kept()).isNotEmpty();
        }
    }

    @Test
    void anIdleWorkerStopsAtOnce() throws Exception {
        var worker = setup().start(job -> Result.done("never"));
        parley.awaitWaiter(new Topic.Work(Space.DEFAULT, "bob"));

        worker.stop(SOON);
        worker.join();

        assertThat(notes).isEmpty();
    }

    @Test
    void oneThatWasStoppedIsNotWaitedFor() {
        var worker = setup().start(_ -> Result.done("never asked"));
        parley.awaitWaiter(new Topic.Work(Space.DEFAULT, "bob"));
        var task = create(NewTask.of("m").needs(Capabilities.parse("gpu")));
        assertThat(alice.tasks().get(task).waitsBecause()).contains("it needs gpu; bob lacks it");

        worker.stop(SOON);

        assertThat(alice.tasks().get(task).waitsBecause()).contains("no worker is online");
    }

    @Test
    void aWorkerWhoseTokenIsNotKnownSaysSoAndEnds() {
        try (var stranger = client("pa_unknown")) {
            var worker = Worker.of(stranger, BOB).start(job -> Result.done("never"));
            assertThat(catchThrowable(worker::join)).isInstanceOf(ParleyException.class);
        }
    }

    private Worker.Setup setup() {
        return Worker.of(bob, BOB).noting(notes::add);
    }

    private TaskId create(NewTask task) {
        return alice.tasks().create(task).taskId();
    }

    private String over(TaskId task) {
        TaskView seen = alice.tasks().await(task, SOON);
        return seen.state() + " " + seen.reason().orElse("");
    }

    private List<Path> spooled() throws Exception {
        // By names alone: files come and go meanwhile.
        var found = new ArrayList<Path>();
        try (var slots = Files.newDirectoryStream(folder, Files::isDirectory)) {
            for (var slot : slots) {
                try (var results = Files.newDirectoryStream(slot, "*.result")) {
                    results.forEach(found::add);
                }
            }
        }
        return found;
    }

    private void awaitFile(String containing) throws Exception {
        while (spooled().isEmpty()
                || !Files.readString(spooled().getFirst()).contains(containing)) {
            Thread.onSpinWait();
        }
    }

    private ParleyClient client(String token) {
        return ParleyClient.connect(
                URI.create(parley.url()),
                token,
                Patience.standard().within(Duration.ofMillis(200)));
    }
}

package dev.parley.client.agent;

import static dev.parley.client.agent.Gate.PAGE;
import static dev.parley.client.agent.Gate.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.parley.TestParley;
import dev.parley.client.Claim;
import dev.parley.client.Lease;
import dev.parley.client.NewRun;
import dev.parley.client.NewTask;
import dev.parley.client.ParleyClient;
import dev.parley.client.Patience;
import dev.parley.client.TaskView;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.Draft;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.TaskId;
import dev.parley.protocol.codec.Json;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the loops of the Java client do when they are refused, by the hub or by what stands before
 * it.
 */
@Timeout(90)
class RefusalsTest {
    private static final Duration SOON = Duration.ofSeconds(30);
    private static final AgentName ALICE = new AgentName("alice");
    private static final AgentName BOB = new AgentName("bob");
    private static final String COMPLETE = "/api/tasks/[^/]+/complete";
    private static final String HEARTBEAT = "/api/tasks/[^/]+/heartbeat";
    private static final String COMMIT = "/api/agents/bob/inbox/commit";
    private static final String REPLY = "/api/runs/[^/]+/messages";
    private static final String BLOB = "/api/blobs/[^/]+";

    @TempDir Path folder = Path.of("");

    private final LinkedBlockingQueue<String> notes = new LinkedBlockingQueue<>();
    private TestParley parley;
    private Gate gate;
    private ParleyClient alice;
    private ParleyClient bob;

    @BeforeEach
    void start() {
        parley = TestParley.start();
        gate = new Gate(parley.url());
        alice = client(URI.create(parley.url()), parley.agent("alice").token());
        bob = client(gate.url(), parley.agent("bob").token());
    }

    @AfterEach
    void stop() {
        alice.close();
        bob.close();
        gate.close();
        parley.close();
    }

    @Test
    void whateverIsNotAboutTheResultIsWaitedOut() {
        gate.refuse(COMPLETE, 404, PAGE);
        gate.refuse(COMPLETE, 401, PAGE);
        gate.refuse(COMPLETE, 403, problem("forbidden"));
        gate.refuse(COMPLETE, 200, PAGE);
        var task = create("m");
        try (var _ = setup().start(_ -> Result.done("kept"))) {
            var seen = alice.tasks().await(task, SOON);

            assertThat(seen.result().map(r -> r.asText())).contains("kept");
            assertThat(seen.attempt()).isEqualTo(1);
        }
    }

    @Test
    void aResultThatCannotBeSentFailsItsTaskWhoeverSaysSo() {
        try (var _ = setup().start(_ -> Result.done("odd"))) {
            for (var code : new String[] {"bad-value", "json-depth", "bad-json", "bad-request"}) {
                gate.refuse(COMPLETE, 422, problem(code));
                assertThat(over(create(code))).isEqualTo("failed the hub refused its result: no");
            }
            gate.refuse(COMPLETE, 413, PAGE);
            assertThat(over(create("too large for a proxy"))).startsWith("failed the hub refused");
        }
    }

    @Test
    void aReasonThatCannotBeSentFailsItsTaskToo() {
        gate.refuse("/api/tasks/[^/]+/reject", 422, problem("bad-value"));
        try (var _ = setup().start(_ -> Result.rejected("odd"))) {
            assertThat(over(create("m"))).isEqualTo("failed the hub refused its result: no");
        }
    }

    @Test
    void aKeptResultThatTheHubRefusesStaysAndHoldsNothingUp() throws Exception {
        var mine = create("m");
        var lease = claim();
        try (var spool = SpoolFolder.in(folder)) {
            spool.keep(new Finished(lease, Result.done("kept")));
        }
        gate.refuse(COMPLETE, 403, problem("forbidden"));
        var other = create("other");
        try (var _ = setup().spool(folder).start(_ -> Result.done("done"))) {
            assertThat(over(other)).isEqualTo("completed ");
        }
        assertThat(notes).anyMatch(note -> note.contains(mine + " is not delivered yet: no"));
        assertThat(
                        Files.exists(
                                folder.resolve("0")
                                        .resolve(mine + "-" + lease.fence() + ".result")))
                .isTrue();
        try (var _ = setup().spool(folder).start(_ -> Result.done("done"))) {
            assertThat(alice.tasks().await(mine, SOON).result().map(r -> r.asText()))
                    .contains("kept");
        }
    }

    @Test
    void aTokenThatIsNoLongerKnownEndsTheWorkerAndKeepsTheResult() throws Exception {
        gate.refuse(COMPLETE, 401, problem("unauthenticated"));
        var task = create("m");
        var worker =
                setup().spool(folder)
                        .start(
                                _ -> {
                                    gate.refuse(
                                            "/api/tasks/claim", 401, problem("unauthenticated"));
                                    return Result.done("kept");
                                });
        assertThat(catchThrowable(worker::join)).hasMessage("no");
        worker.close();
        try (var _ = setup().spool(folder).start(_ -> Result.done("again"))) {
            assertThat(alice.tasks().await(task, SOON).result().map(r -> r.asText()))
                    .contains("kept");
        }
    }

    @Test
    void aSpoolThatCannotBeReadEndsTheWorkerWithTheReason() throws Exception {
        Files.createDirectories(folder.resolve("0").resolve("task_1-1.result"));

        var worker = setup().spool(folder).start(_ -> Result.done("never"));

        assertThat(catchThrowable(worker::join))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the worker broke");
        worker.stop(SOON);
    }

    @Test
    void onlyTheHubCanSayThatALeaseIsLost() {
        create("m");
        var lease = claim();
        gate.refuse(HEARTBEAT, 404, PAGE);
        gate.refuse(HEARTBEAT, 409, PAGE);
        gate.refuse(HEARTBEAT, 403, problem("forbidden"));
        for (int refusals = 0; refusals < 3; refusals++) {
            assertThat(Heartbeat.isGood(bob.tasks(), lease)).isTrue();
        }
        gate.awaitRefused(3);
        assertThat(Heartbeat.isGood(bob.tasks(), lease)).isTrue();
        bob.tasks().release(lease, "over");
        assertThat(Heartbeat.isGood(bob.tasks(), lease)).isFalse();
    }

    @Test
    void whatAHandlerIsRefusedAboutAnotherTaskDoesNotCostItsOwn() {
        var ended = create("other");
        alice.tasks().cancel(ended, "not needed");
        var task = create("m");
        try (var _ =
                setup().start(
                                job -> {
                                    if (job.attempt() == 1) {
                                        bob.tasks().fail(leaseOn(ended), "late", false);
                                    }
                                    return Result.done("attempt " + job.attempt());
                                })) {
            assertThat(alice.tasks().await(task, SOON).result().map(r -> r.asText()))
                    .contains("attempt 2");
        }
    }

    @Test
    void anInboxGoesOnWhateverBecomesOfOneMessage() throws Exception {
        var heard = new LinkedBlockingQueue<String>();
        try (var agent = new Agent(bob, BOB)) {
            gate.refuse(REPLY, 409, problem("run-paused"));
            gate.refuse(REPLY, 409, problem("clarification-loop"));
            gate.refuse(COMMIT, 404, PAGE);
            gate.refuse(COMMIT, 403, problem("forbidden"));
            gate.refuse(COMMIT, 409, problem("cursor-ahead"));
            agent.processMessage(
                    message -> {
                        heard.add(message.text());
                        if (message.text().equals("3")) {
                            throw new StackOverflowError();
                        }
                        if (message.text().equals("4")) {
                            Thread.currentThread().interrupt();
                        }
                        return Optional.of("yes");
                    });
            for (int n = 1; n <= 5; n++) {
                send(Integer.toString(n));
            }
            for (int n = 1; n <= 5; n++) {
                assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo(Integer.toString(n));
            }
            gate.awaitRefused(5);
        }
        assertThat(heard).isEmpty();
    }

    @Test
    void aPayloadIsFetchedAgainUnlessItIsGone() throws Exception {
        var heard = new LinkedBlockingQueue<String>();
        try (var agent = new Agent(bob, BOB)) {
            gate.refuse(BLOB, 404, problem("unknown-blob"));
            gate.refuse(BLOB, 404, PAGE);
            gate.refuse(BLOB, 503, PAGE);
            agent.processMessage(
                    message -> {
                        heard.add(message.text().substring(0, 4));
                        return Optional.empty();
                    });
            var run =
                    alice.runs()
                            .create(
                                    NewRun.of(RunProtocol.OPEN)
                                            .with("alice", ALICE)
                                            .with("bob", BOB))
                            .runId();
            for (var text : new String[] {"gone", "kept"}) {
                var words = Json.object().put("question", text.repeat(20_000));
                alice.messages()
                        .send(run, Draft.to(Address.of(BOB), "QUERY").payload(words).build());
            }
            assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("kept");
            gate.awaitRefused(3);
        }
        assertThat(heard).isEmpty();
    }

    @Test
    void anAgentThatIsClosedWhileTheHubIsAwayLeavesItsMessageForTheNext() throws Exception {
        var begun = new CountDownLatch(1);
        var agent = new Agent(bob, BOB);
        agent.processMessage(
                _ -> {
                    for (int n = 0; n < 1_000; n++) {
                        gate.refuse(REPLY, 503, PAGE);
                    }
                    begun.countDown();
                    return Optional.of("yes");
                });
        send("hello");
        begun.await();
        gate.awaitRefused(2);
        agent.close();

        assertThat(parley.owner().get("/api/agents/bob/inbox").all("items", "position")).hasSize(1);
    }

    private void send(String text) {
        alice.messages().direct(Address.of(BOB), text);
    }

    private Lease claim() {
        var claim = Claim.by(BOB, Capabilities.NONE, SOON, Duration.ZERO);
        return bob.tasks().claim(claim).orElseThrow().lease();
    }

    private static Lease leaseOn(TaskId task) {
        return new Lease(task, BOB, 1, SOON);
    }

    private Worker.Setup setup() {
        return Worker.of(bob, BOB).noting(notes::add);
    }

    private TaskId create(String message) {
        return alice.tasks().create(NewTask.of(message)).taskId();
    }

    private String over(TaskId task) {
        TaskView seen = alice.tasks().await(task, SOON);
        return seen.state() + " " + seen.reason().orElse("");
    }

    private static ParleyClient client(URI url, String token) {
        return ParleyClient.connect(url, token, Patience.standard().within(Duration.ofMillis(200)));
    }
}

package dev.parley.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.bus.Topic;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import java.net.http.HttpRequest;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Work gets to exactly one worker that may do it, and its result gets back. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class TasksTest {
    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller alice;
    private Caller bob;
    private Caller carol;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        carol = parley.agent("carol");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void aTaskGoesToAWorkerAndItsResultComesBack() {
        var made = alice.post("/api/tasks", "{\"message\":\"review it\",\"model_ref\":\"a:b\"}");
        var task = made.expect(201).text("task_id");
        assertThat(made.text("state")).isEqualTo("queued");
        var given = claim(bob, "{}");
        assertThat(given.at("/task/task_id").asText()).isEqualTo(task);
        assertThat(given.at("/task/message").asText()).isEqualTo("review it");
        assertThat(given.at("/task/model_ref").asText()).isEqualTo("a:b");
        assertThat(given.at("/task/attempt").asInt()).isEqualTo(1);
        var lease = "{\"fence\":" + given.at("/lease/fence").asLong();
        bob.post(at(task, "heartbeat"), lease + "}").expect(200);
        bob.post(at(task, "progress"), lease + ",\"message\":\"half done\"}").expect(201);
        bob.post(at(task, "complete"), lease + ",\"result\":{\"ok\":true}}").expect(201);
        var seen = alice.get("/api/tasks/" + task + "?wait=5").expect(200).json();
        assertThat(seen.path("state").asText()).isEqualTo("completed");
        assertThat(seen.at("/result/result/ok").asBoolean()).isTrue();
        assertThat(seen.at("/worker/agent").asText()).isEqualTo("bob");
        var run = alice.get("/api/runs/" + made.text("run_id")).expect(200);
        assertThat(run.text("status")).isEqualTo("completed");
        assertThat(run.all("message_log", "kind"))
                .containsExactly(
                        "task", "participant", "status", "progress", "final_response", "status");
    }

    @Test
    void higherPrioritiesComeFirstAndTheOldestAmongEquals() {
        task("{\"message\":\"first\"}");
        task("{\"message\":\"second\"}");
        var urgent = task("{\"message\":\"urgent\",\"priority\":5}");
        var late = task("{\"message\":\"late\"}");
        alice.send(
                        alice.request("/api/tasks/" + late)
                                .header("Content-Type", "application/json")
                                .method(
                                        "PATCH",
                                        HttpRequest.BodyPublishers.ofString("{\"priority\":9}")))
                .expect(200);
        assertThat(claim(bob, "{}").at("/task/message").asText()).isEqualTo("late");
        assertThat(claim(bob, "{}").at("/task/task_id").asText()).isEqualTo(urgent);
        assertThat(claim(bob, "{}").at("/task/message").asText()).isEqualTo("first");
        assertThat(claim(bob, "{}").at("/task/message").asText()).isEqualTo("second");
        assertThat(claim(bob, "{}").path("task").isNull()).isTrue();
    }

    @Test
    void whatWasNextOnARouteButIsGoneDoesNotPutTheRestBeforeOthers() {
        var gone = task("{\"message\":\"gone\",\"priority\":9,\"target_agent\":\"bob\"}");
        task("{\"message\":\"last\",\"priority\":1,\"target_agent\":\"bob\"}");
        task("{\"message\":\"next\",\"priority\":5}");
        alice.post(at(gone, "cancel"), "{}").expect(200);
        assertThat(claim(bob, "{}").at("/task/message").asText()).isEqualTo("next");
        assertThat(claim(bob, "{}").at("/task/message").asText()).isEqualTo("last");
        assertThat(claim(bob, "{}").path("task").isNull()).isTrue();
        task("{\"message\":\"again\",\"target_agent\":\"bob\"}");
        assertThat(claim(bob, "{}").at("/task/message").asText()).isEqualTo("again");
    }

    @Test
    void aTaskForAnAgentIsNeitherGivenNorShownToAnother() {
        var task = task("{\"message\":\"m\",\"target_agent\":\"carol\"}");
        assertThat(claim(bob, "{}").path("task").isNull()).isTrue();
        bob.post("/api/tasks/claim", "{\"task_id\":\"" + task + "\"}").expect(Problem.NOT_ELIGIBLE);
        bob.get("/api/tasks/" + task).expect(Problem.UNKNOWN_TASK);
        var run = alice.get("/api/tasks/" + task).text("run_id");
        bob.get("/api/runs/" + run).expect(Problem.FORBIDDEN);
        assertThat(carol.get("/api/tasks").elements("items")).hasSize(1);
        assertThat(claim(carol, "{}").at("/task/task_id").asText()).isEqualTo(task);
    }

    @Test
    void aWorkerNeedsAllCapabilitiesThatATaskTakes() {
        var task = task("{\"message\":\"m\",\"required_capabilities\":[\"security\",\"python\"]}");
        assertThat(claim(bob, "{\"capabilities\":[\"python\"]}").path("task").isNull()).isTrue();
        assertThat(alice.get("/api/tasks/" + task).text("waits_because"))
                .isEqualTo("it needs security; bob lacks it");
        bob.post("/api/tasks/claim", "{\"capabilities\":[\"python\"],\"task_id\":\"" + task + "\"}")
                .expect(Problem.NOT_ELIGIBLE);
        var given = claim(bob, "{\"capabilities\":[\"python\",\"java\",\"security\"]}");
        assertThat(given.at("/task/task_id").asText()).isEqualTo(task);
    }

    @Test
    void aWorkerThatIsNeverIdleSeesWhatIsNewAndUrgent() {
        for (int i = 0; i < 3; i++) {
            task("{\"message\":\"usual\",\"required_capabilities\":[\"python\"]}");
        }
        var able = "{\"capabilities\":[\"python\",\"security\"]}";
        assertThat(claim(bob, able).at("/task/message").asText()).isEqualTo("usual");
        task("{\"message\":\"urgent\",\"priority\":9,\"required_capabilities\":[\"security\"]}");
        assertThat(claim(bob, able).at("/task/message").asText()).isEqualTo("urgent");
    }

    @Test
    void aRepeatedClaimGetsTheSameLease() {
        task("{\"message\":\"one\"}");
        task("{\"message\":\"two\"}");
        var first = bob.post("/api/tasks/claim", "{}", "Idempotency-Key", "k1").expect(200);
        var again = bob.post("/api/tasks/claim", "{}", "Idempotency-Key", "k1").expect(200);
        assertThat(again.json().at("/task/task_id")).isEqualTo(first.json().at("/task/task_id"));
        assertThat(again.json().at("/lease/fence")).isEqualTo(first.json().at("/lease/fence"));
        assertThat(again.json().at("/task/message").asText()).isEqualTo("one");
        assertThat(claim(bob, "{}").at("/task/message").asText()).isEqualTo("two");
    }

    @Test
    void aClaimThatFoundNothingIsTriedAgainUnderTheSameKey() {
        bob.post("/api/tasks/claim", "{}", "Idempotency-Key", "k1").expect(200);
        task("{\"message\":\"one\"}");
        var given = bob.post("/api/tasks/claim", "{}", "Idempotency-Key", "k1").expect(200);
        assertThat(given.json().at("/task/message").asText()).isEqualTo("one");
    }

    @Test
    void aWaitingWorkerIsGivenWhatComes() {
        var waiting = bob.postLater("/api/tasks/claim", "{\"wait\":30}");
        parley.awaitWaiter(new Topic.Work(Space.DEFAULT, "bob"));
        task("{\"message\":\"here\"}");
        assertThat(waiting.join().json().at("/task/message").asText()).isEqualTo("here");
    }

    @Test
    void aWorkerThatIsNotHeardOfLosesTheTaskForGood() {
        var task = task("{\"message\":\"m\"}");
        long fence = claim(bob, "{\"lease_seconds\":30}").at("/lease/fence").asLong();
        var waiting = carol.postLater("/api/tasks/claim", "{\"wait\":30}");
        parley.awaitWaiter(new Topic.Work(Space.DEFAULT, "carol"));
        parley.watch(Duration.ofSeconds(31));
        var given = waiting.join().json();
        assertThat(given.at("/task/task_id").asText()).isEqualTo(task);
        assertThat(given.at("/task/attempt").asInt()).isEqualTo(2);
        for (var deed : new String[] {"heartbeat", "progress", "complete", "fail", "release"}) {
            bob.post(at(task, deed), "{\"fence\":" + fence + "}").expect(Problem.STALE_LEASE);
        }
        var lease = "{\"fence\":" + given.at("/lease/fence").asLong() + "}";
        carol.post(at(task, "complete"), lease).expect(201);
        bob.post(at(task, "complete"), "{\"fence\":" + fence + "}").expect(Problem.TASK_ENDED);
    }

    @Test
    void aHeartbeatKeepsTheLease() {
        var task = task("{\"message\":\"m\"}");
        long fence = claim(bob, "{\"lease_seconds\":30}").at("/lease/fence").asLong();
        for (int beat = 0; beat < 5; beat++) {
            parley.watch(Duration.ofSeconds(20));
            bob.post(at(task, "heartbeat"), "{\"fence\":" + fence + "}").expect(200);
        }
        assertThat(alice.get("/api/tasks/" + task).text("state")).isEqualTo("running");
    }

    @Test
    void aTaskThatNobodySurvivesFailsWithItsHistory() {
        var task = task("{\"message\":\"m\",\"max_attempts\":1}");
        claim(bob, "{\"lease_seconds\":30}");
        parley.watch(Duration.ofSeconds(31));
        var failed = alice.get("/api/tasks/" + task + "?wait=20").expect(200);
        assertThat(failed.text("state")).isEqualTo("failed");
        assertThat(failed.text("reason")).contains("not heard of", "tried 1 times");
    }

    @Test
    void aCompletionIsAcceptedOnceHoweverOftenItIsSent() {
        var task = task("{\"message\":\"m\"}");
        var done = "{\"fence\":" + claim(bob, "{}").at("/lease/fence") + ",\"result\":\"yes\"}";
        var first = bob.post(at(task, "complete"), done).expect(201);
        var again = bob.post(at(task, "complete"), done).expect(200);
        assertThat(again.json().path("duplicate").asBoolean()).isTrue();
        assertThat(again.number("seq")).isEqualTo(first.number("seq"));
        bob.post(at(task, "complete"), done.replace("yes", "no"))
                .expect(Problem.MESSAGE_ID_CONFLICT);
    }

    @Test
    void onlyTheHolderSaysTheLastWordInTheTasksRun() {
        var task = task("{\"message\":\"m\"}");
        var run = alice.get("/api/tasks/" + task).text("run_id");
        claim(bob, "{}");
        bob.post(
                        "/api/runs/" + run + "/messages",
                        "{\"to\":\"alice\",\"kind\":\"final_response\",\"summary\":\"x\"}")
                .expect(Problem.CONFLICT);
        carol.post("/api/runs/" + run + "/messages", "{\"to\":\"alice\",\"kind\":\"note\"}")
                .expect(Problem.FORBIDDEN);
    }

    @Test
    void aQuestionHoldsTheTaskUntilAPersonAnswers() {
        var task = task("{\"message\":\"m\"}");
        long fence = claim(bob, "{}").at("/lease/fence").asLong();
        var asked =
                bob.post(at(task, "ask"), "{\"fence\":" + fence + ",\"question\":\"which one?\"}")
                        .expect(201);
        assertThat(alice.get("/api/tasks/" + task).text("state")).isEqualTo("needs_input");
        parley.person("ann")
                .post(
                        "/api/questions/" + asked.text("question_id") + "/answer",
                        "{\"answer\":\"the red one\"}")
                .expect(201);
        assertThat(alice.get("/api/tasks/" + task).text("state")).isEqualTo("running");
        assertThat(bob.get("/api/agents/bob/inbox").text()).contains("the red one");
    }

    @Test
    void cancellingEitherTheTaskOrItsRunEndsBoth() {
        var one = task("{\"message\":\"one\"}");
        long fence = claim(bob, "{}").at("/lease/fence").asLong();
        alice.post(at(one, "cancel"), "{\"reason\":\"no longer needed\"}").expect(200);
        bob.post(at(one, "heartbeat"), "{\"fence\":" + fence + "}").expect(Problem.TASK_ENDED);
        var two = alice.post("/api/tasks", "{\"message\":\"two\"}").expect(201);
        parley.owner().post("/api/runs/" + two.text("run_id") + "/cancel", "{}").expect(200);
        assertThat(alice.get("/api/tasks/" + two.text("task_id")).text("state"))
                .isEqualTo("cancelled");
        assertThat(claim(bob, "{}").path("task").isNull()).isTrue();
    }

    @Test
    void aTaskWhoseRunIsPausedIsNotGivenToAnybody() {
        var made = alice.post("/api/tasks", "{\"message\":\"one\"}").expect(201);
        parley.owner().post("/api/runs/" + made.text("run_id") + "/pause", "{}").expect(200);
        assertThat(claim(bob, "{}").path("task").isNull()).isTrue();
        assertThat(alice.get("/api/tasks/" + made.text("task_id")).text("waits_because"))
                .isEqualTo("its run is paused");
        parley.owner().post("/api/runs/" + made.text("run_id") + "/resume", "{}").expect(200);
        assertThat(claim(bob, "{}").at("/task/message").asText()).isEqualTo("one");
    }

    @Test
    void whatIsReleasedOrFailsForNowGoesToAnother() {
        var task = task("{\"message\":\"m\"}");
        long fence = claim(bob, "{}").at("/lease/fence").asLong();
        bob.post(at(task, "release"), "{\"fence\":" + fence + "}").expect(200);
        var again = claim(carol, "{}").at("/lease/fence").asLong();
        assertThat(again).isGreaterThan(fence);
        var body = "{\"fence\":" + again + ",\"reason\":\"no network\",\"retry\":true}";
        assertThat(carol.post(at(task, "fail"), body).text("state")).isEqualTo("queued");
        long last = claim(bob, "{}").at("/lease/fence").asLong();
        bob.post(at(task, "reject"), "{\"fence\":" + last + ",\"reason\":\"not allowed\"}")
                .expect(200);
        var over = alice.get("/api/tasks/" + task);
        assertThat(over.text("state")).isEqualTo("rejected");
        assertThat(over.text("reason")).isEqualTo("not allowed");
    }

    @Test
    void whatIsGivenBackIsNoAttempt() {
        var task = task("{\"message\":\"m\",\"max_attempts\":1}");
        for (int i = 0; i < 3; i++) {
            release(task, claim(bob, "{}"));
        }
        var given = claim(bob, "{}");
        assertThat(given.at("/task/attempt").asInt()).as("how often it was begun").isEqualTo(4);
        var retry = "{\"fence\":" + given.at("/lease/fence") + ",\"reason\":\"no\",\"retry\":true}";
        assertThat(bob.post(at(task, "fail"), retry).expect(200).text("state")).isEqualTo("failed");
    }

    @Test
    void whatIsGivenBackForEverFails() {
        var task = task("{\"message\":\"m\",\"max_attempts\":2}");
        for (int i = 0; i < Requeue.MAX_RELEASES + 1; i++) {
            assertThat(release(task, claim(bob, "{}"))).isEqualTo("queued");
        }
        assertThat(release(task, claim(bob, "{}"))).isEqualTo("failed");
        assertThat(alice.get("/api/tasks/" + task).text("reason"))
                .isEqualTo("released; it was tried 102 times");
    }

    private String release(String task, JsonNode given) {
        var body = "{\"fence\":" + given.at("/lease/fence") + "}";
        return bob.post(at(task, "release"), body).expect(200).text("state");
    }

    @Test
    void whatAWorkerAskedIsWithdrawnWhenItLosesTheTask() {
        for (var how : new String[] {"release", "fail", "silence"}) {
            var task = task("{\"message\":\"m\"}");
            var fence = claim(bob, "{\"lease_seconds\":30}").at("/lease/fence");
            var asked =
                    bob.post(at(task, "ask"), "{\"fence\":" + fence + ",\"question\":\"which?\"}")
                            .expect(201)
                            .text("question_id");
            var waiting = carol.postLater("/api/tasks/claim", "{\"wait\":30}");
            parley.awaitWaiter(new Topic.Work(Space.DEFAULT, "carol"));
            if (how.equals("silence")) {
                parley.watch(Duration.ofSeconds(31));
            } else {
                var more = how.equals("fail") ? ",\"reason\":\"no\",\"retry\":true}" : "}";
                bob.post(at(task, how), "{\"fence\":" + fence + more).expect(200);
            }
            var given = waiting.join().json();
            assertThat(given.at("/task/task_id").asText()).isEqualTo(task);
            parley.person("ann of " + how)
                    .post("/api/questions/" + asked + "/answer", "{\"answer\":\"red\"}")
                    .expect(Problem.QUESTION_CLOSED);
            var run = alice.get("/api/runs/" + task.replaceFirst("task_", "run_"));
            assertThat(run.text("status")).isEqualTo("running");
            var lease = "{\"fence\":" + given.at("/lease/fence");
            carol.post(at(task, "progress"), lease + ",\"message\":\"on\"}").expect(201);
            assertThat(alice.get("/api/tasks/" + task).text("state")).isEqualTo("running");
        }
        assertThat(parley.owner().get("/api/check").expect(200).text()).contains("\"ok\":true");
    }

    @Test
    void anAgentMayDoWhatItselfWantsDone() {
        var task = task("{\"message\":\"m\"}");
        var lease = "{\"fence\":" + claim(alice, "{}").at("/lease/fence").asLong() + "}";
        alice.post(at(task, "progress"), lease).expect(201);
        alice.post(at(task, "complete"), lease).expect(201);
        assertThat(alice.get("/api/tasks/" + task).text("state")).isEqualTo("completed");
    }

    @Test
    void anAgentMayDoWhatItWantedDoneItself() {
        var task = task("{\"message\":\"m\"}");
        var lease = "{\"fence\":" + claim(alice, "{}").at("/lease/fence");
        alice.post(at(task, "progress"), lease + ",\"message\":\"half\"}").expect(201);
        alice.post(at(task, "complete"), lease + ",\"result\":1}").expect(201);
        assertThat(alice.get("/api/tasks/" + task).text("state")).isEqualTo("completed");
    }

    private String task(String json) {
        return alice.post("/api/tasks", json).expect(201).text("task_id");
    }

    private static JsonNode claim(Caller worker, String json) {
        return worker.post("/api/tasks/claim", json).expect(200).json();
    }

    private static String at(String task, String deed) {
        return "/api/tasks/" + task + "/" + deed;
    }
}

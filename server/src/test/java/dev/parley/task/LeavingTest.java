package dev.parley.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.bus.Topic;
import dev.parley.protocol.Space;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A worker that stops says so, and nobody waits for it. */
@Timeout(60)
class LeavingTest {
    private static final String INSTANCE = "X-Parley-Instance";

    private TestParley parley;
    private Caller bob;

    @BeforeEach
    void start() {
        parley = TestParley.start();
        bob = parley.agent("bob");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void whoeverHasLeftIsNotWaitedFor() {
        bob.post("/api/tasks/claim", "{}").expect(200);
        var task = task("{\"message\":\"m\"}");
        assertThat(why(task)).isEqualTo("it waits its turn: bob may claim it");

        bob.post("/api/tasks/leave", "{}").expect(204);

        assertThat(why(task)).isEqualTo("no worker is online");
    }

    @Test
    void onlyTheCrewThatItWasOfHasLeft() {
        bob.post("/api/tasks/claim", "{\"capabilities\":[\"go\"]}").expect(200);
        bob.post("/api/tasks/claim", "{}").expect(200);
        var task = task("{\"message\":\"m\",\"required_capabilities\":[\"gpu\"]}");

        bob.post("/api/tasks/leave", "{}").expect(204);
        assertThat(why(task)).isEqualTo("it needs gpu; bob lacks it");
        bob.post("/api/tasks/leave", "{\"capabilities\":[\"go\"]}").expect(204);

        assertThat(why(task)).isEqualTo("no worker is online");
    }

    @Test
    void itsInstanceIsOfflineUntilItIsSeenAgain() {
        bob.put("/api/agents/bob", "{}").expect(201);
        bob.post("/api/tasks/claim", "{}").expect(200);
        assertThat(isOnline()).isTrue();

        bob.post("/api/tasks/leave", "{}").expect(204);
        assertThat(isOnline()).isFalse();
        bob.post("/api/tasks/claim", "{}").expect(200);

        assertThat(isOnline()).isTrue();
    }

    @Test
    void aClaimThatItLeftBehindIsOver() {
        var waiting = claim("blue");

        bob.post("/api/tasks/leave", "{}", INSTANCE, "blue").expect(204);

        assertThat(waiting.join().expect(200).text()).contains("\"task\":null");
        assertThat(why(task("{\"message\":\"m\",\"required_capabilities\":[\"gpu\"]}")))
                .isEqualTo("no worker is online");
    }

    @Test
    void anotherOfItsCrewThatWaitsIsStillThere() {
        var waiting = claim("blue");
        var task = task("{\"message\":\"m\",\"required_capabilities\":[\"gpu\"]}");

        bob.post("/api/tasks/leave", "{}", INSTANCE, "green").expect(204);

        while (!why(task).equals("it needs gpu; bob lacks it")) {
            LockSupport.parkNanos(1_000_000);
        }
        task("{\"message\":\"m\"}");
        assertThat(waiting.join().expect(200).text()).contains("\"message\":\"m\"");
    }

    @Test
    void whoeverIsAtWorkIsThereHoweverLongItTakes() {
        task("{\"message\":\"long\"}");
        var given = bob.post("/api/tasks/claim", "{\"lease_seconds\":600}").expect(200);
        var task = given.json().at("/task/task_id").asText();
        parley.watch(Duration.ofSeconds(90));
        bob.post("/api/tasks/" + task + "/heartbeat", "{\"fence\":1}").expect(200);

        assertThat(why(task("{\"message\":\"m\",\"target_agent\":\"bob\"}")))
                .isEqualTo("it is for bob, which is online but does not ask for work at present");
    }

    @Test
    void theOwnerSpeaksForAnyWorker() {
        parley.owner().put("/api/agents/bob", "{}").expect(201);
        parley.owner().post("/api/tasks/claim", "{\"agent_name\":\"bob\"}").expect(200);
        assertThat(isOnline()).isTrue();

        parley.owner().post("/api/tasks/leave", "{\"agent_name\":\"bob\"}").expect(204);

        assertThat(isOnline()).isFalse();
    }

    private CompletableFuture<Reply> claim(String instance) {
        var waiting =
                CompletableFuture.supplyAsync(
                        () -> bob.post("/api/tasks/claim", "{\"wait\":50}", INSTANCE, instance));
        parley.awaitWaiter(new Topic.Work(Space.DEFAULT, "bob"));
        return waiting;
    }

    private boolean isOnline() {
        return parley.owner().get("/api/agents/bob").expect(200).json().path("online").asBoolean();
    }

    private String task(String wanted) {
        return parley.owner().post("/api/tasks", wanted).expect(201).text("task_id");
    }

    private String why(String task) {
        return parley.owner().get("/api/tasks/" + task).expect(200).text("waits_because");
    }
}

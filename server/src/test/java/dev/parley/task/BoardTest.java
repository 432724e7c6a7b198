package dev.parley.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** People see how many tasks stand where, and queue again what came to nothing. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class BoardTest {
    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller alice;
    private Caller ann;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).start();
        alice = parley.agent("alice");
        ann = parley.person("ann");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void tasksAreCountedByTheirState() {
        alice.post("/api/tasks", "{\"message\":\"one\"}").expect(201);
        alice.post("/api/tasks", "{\"message\":\"two\"}").expect(201);
        cancel(alice.post("/api/tasks", "{\"message\":\"three\"}").text("task_id"));
        var states = ann.get("/api/tasks/summary").expect(200).json().path("states");
        assertThat(states.at("/queued/count").asInt()).isEqualTo(2);
        assertThat(states.at("/queued/oldest_at").isNumber()).isTrue();
        assertThat(states.at("/cancelled/count").asInt()).isEqualTo(1);
        assertThat(states.at("/failed/count").asInt()).isZero();
        assertThat(states.at("/failed/oldest_at").isNull()).isTrue();
        alice.get("/api/tasks/summary").expect(Problem.FORBIDDEN);
    }

    @Test
    void whatWasCancelledIsQueuedAgainForWhoeverWantedIt() {
        var made =
                alice.post(
                                "/api/tasks",
                                """
                                {"message":"review it","codebase_id":"c1","priority":4,"max_attempts":2,
                                 "required_capabilities":["java"],"target_agent":"bob","deadline_seconds":60}
                                """)
                        .expect(201);
        var ended = made.text("task_id");
        cancel(ended);
        var again = ann.post("/api/tasks/" + ended + "/requeue", "").expect(201);
        var task = again.text("task_id");
        assertThat(task).isNotEqualTo(ended);
        assertThat(again.text("state")).isEqualTo("queued");
        var shown = ann.get("/api/tasks/" + task).expect(200);
        assertThat(shown.text("message")).isEqualTo("review it");
        assertThat(shown.text("codebase_id")).isEqualTo("c1");
        assertThat(shown.number("priority")).isEqualTo(4);
        assertThat(shown.text("requester")).isEqualTo("alice");
        assertThat(shown.text("created_by")).isEqualTo("person:ann");
        assertThat(shown.json().path("required_capabilities").toString()).isEqualTo("[\"java\"]");
        assertThat(ann.get("/api/tasks/" + ended).text("state")).isEqualTo("cancelled");
    }

    @Test
    void onlyWhatCameToNothingIsQueuedAgain() {
        var task = alice.post("/api/tasks", "{\"message\":\"one\"}").expect(201).text("task_id");
        ann.post("/api/tasks/" + task + "/requeue", "").expect(Problem.ILLEGAL_TRANSITION);
        cancel(task);
        parley.agent("bob")
                .post("/api/tasks/" + task + "/requeue", "")
                .expect(Problem.UNKNOWN_TASK);
        alice.post("/api/tasks/" + task + "/requeue", "").expect(201);
    }

    private void cancel(String task) {
        ann.post("/api/tasks/" + task + "/cancel", "{}").expect(200);
    }
}

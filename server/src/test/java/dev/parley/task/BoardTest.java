package dev.parley.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.util.List;
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
    void aListSaysWhyEachWaitsInTheWordsOfTheTaskItself() {
        parley.agent("bob").post("/api/tasks/claim", "{\"capabilities\":[\"java\"]}").expect(200);
        appears("carol");
        for (var wanted :
                List.of(
                        "\"required_capabilities\":[\"go\"]",
                        "\"target_agent\":\"bob\"",
                        "\"target_agent\":\"carol\"",
                        "\"target_agent\":\"dave\"")) {
            alice.post("/api/tasks", "{\"message\":\"m\"," + wanted + "}").expect(201);
        }
        var paused = alice.post("/api/tasks", "{\"message\":\"later\"}").expect(201);
        ann.post("/api/runs/" + paused.text("run_id") + "/pause", "{}").expect(200);

        var listed = ann.get("/api/tasks?state=queued").expect(200).elements("items");

        assertThat(listed)
                .extracting(task -> task.path("waits_because").asText())
                .containsExactly(
                        "its run is paused",
                        "it is for dave, and no worker of that name is online",
                        "it is for carol, which is online but does not ask for work at present",
                        "it waits its turn: bob may claim it",
                        "it needs go; bob lacks it");
        assertThat(listed).allSatisfy(task -> assertThat(task).isEqualTo(asListed(task)));
    }

    /** The same from the task itself, which says more in another place. */
    private JsonNode asListed(JsonNode listed) {
        var shown = ann.get("/api/tasks/" + listed.path("task_id").asText()).expect(200);
        var task = shown.json();
        return task.put("summary", task.remove("message").asText());
    }

    @Test
    void manyTasksForAgentsThatAreNotThereAreListedWithTheirReasons() {
        for (int n = 0; n < 60; n++) {
            alice.post("/api/tasks", "{\"message\":\"m\",\"target_agent\":\"w%d\"}".formatted(n))
                    .expect(201);
        }
        appears("w0");
        appears("w59");

        assertThat(ann.get("/api/tasks?limit=100").expect(200).elements("items"))
                .filteredOn(task -> task.path("waits_because").asText().contains("is online but"))
                .extracting(task -> task.path("target_agent").asText())
                .containsExactly("w59", "w0");
    }

    @Test
    void whatIsNotQueuedDoesNotSayWhyItWaits() {
        cancel(alice.post("/api/tasks", "{\"message\":\"one\"}").text("task_id"));
        alice.post("/api/tasks", "{\"message\":\"two\"}").expect(201);
        parley.agent("bob").post("/api/tasks/claim", "{}").expect(200);

        assertThat(ann.get("/api/tasks").expect(200).elements("items"))
                .hasSize(2)
                .noneMatch(task -> task.has("waits_because"));
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

    private void appears(String agent) {
        parley.agent(agent)
                .post("/api/agents/" + agent + "/instances/one/heartbeat", "")
                .expect(200);
    }

    private void cancel(String task) {
        ann.post("/api/tasks/" + task + "/cancel", "{}").expect(200);
    }
}

package dev.parley.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Why is this task not claimed? is answered in a sentence. */
@Timeout(60)
class WhyTest {
    private TestParley parley;

    @BeforeEach
    void start() {
        parley = TestParley.start();
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void withNobodyThereItSaysSo() {
        assertThat(why(task("\"security\""))).isEqualTo("no worker is online");
        online("bob", "\"python\"");
        parley.watch(Duration.ofSeconds(61));
        assertThat(why(task("\"security\""))).isEqualTo("no worker is online");
    }

    @Test
    void oneWorkerLacksItAndTwoLackIt() {
        var task = task("\"security\"");
        online("bob", "\"python\"");
        assertThat(why(task)).isEqualTo("it needs security; bob lacks it");
        online("carol", "\"java\"");
        assertThat(why(task)).isEqualTo("it needs security; the two workers online lack it");
        for (int i = 0; i < 9; i++) {
            online("worker" + i, "\"java\"");
        }
        assertThat(why(task)).isEqualTo("it needs security; the 11 workers online lack it");
    }

    @Test
    void whatNobodyHasIsListed() {
        online("bob", "\"python\"");
        assertThat(why(task("\"java\",\"python\",\"security\"")))
                .isEqualTo("it needs java and security; bob lacks them");
        assertThat(why(task("\"go\",\"java\",\"rust\"")))
                .isEqualTo("it needs go, java and rust; bob lacks them");
    }

    @Test
    void whatIsThereButNotInOneWorkerIsAskedOfOne() {
        online("bob", "\"python\"");
        online("carol", "\"java\"");
        assertThat(why(task("\"java\",\"python\"")))
                .isEqualTo(
                        "it needs java and python of one worker; none of the two workers online has"
                                + " both");
    }

    @Test
    void aTaskForOneAgentWaitsForThatAgent() {
        online("bob", "");
        var task =
                parley.owner()
                        .post(
                                "/api/tasks",
                                "{\"message\":\"m\",\"target_agent\":\"carol\","
                                        + "\"required_capabilities\":[\"java\"]}")
                        .expect(201)
                        .text("task_id");
        assertThat(why(task)).isEqualTo("it is for carol, and no worker of that name is online");
        online("carol", "\"python\"");
        assertThat(why(task)).isEqualTo("it needs java; carol lacks it");
    }

    @Test
    void workersOfOneAgentThatCanDoDifferentThingsAreOneName() {
        online("dave", "\"python\"");
        online("dave", "");
        var task =
                parley.owner()
                        .post("/api/tasks", "{\"message\":\"m\",\"target_agent\":\"dave\"}")
                        .text("task_id");
        assertThat(why(task)).isEqualTo("it waits its turn: dave may claim it");
    }

    @Test
    void whatSomebodyCouldTakeWaitsItsTurn() {
        online("bob", "\"python\"");
        online("carol", "\"java\"");
        assertThat(why(task("\"python\""))).isEqualTo("it waits its turn: bob may claim it");
        assertThat(why(task("")))
                .isEqualTo("it waits its turn: the two workers online may claim it");
    }

    private String task(String needs) {
        return parley.owner()
                .post("/api/tasks", "{\"message\":\"m\",\"required_capabilities\":[" + needs + "]}")
                .expect(201)
                .text("task_id");
    }

    private void online(String agent, String capabilities) {
        parley.owner()
                .post(
                        "/api/tasks/claim",
                        "{\"agent_name\":\"%s\",\"capabilities\":[%s]}"
                                .formatted(agent, capabilities))
                .expect(200);
    }

    private String why(String task) {
        return parley.owner().get("/api/tasks/" + task).expect(200).text("waits_because");
    }
}

package dev.parley.question;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TreeTest {
    private final TestParley parley = TestParley.start();
    private final Caller root = parley.agent("root");
    private final Caller child = parley.agent("child");
    private final Caller ann = parley.person("ann");
    private final String run =
            root.run("{\"protocol\":\"tree\",\"participants\":{\"root\":\"root\"}}");

    @BeforeEach
    void theChildHasATask() {
        card("root", "{}");
        card("child", "{\"parent\":\"root\"}");
        root.say(run, "{\"type\":\"DELEGATE\",\"to\":\"child\",\"task\":\"build\"}");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void aPersonAnswersABlockerThatTheParentWasToldOf() {
        long seq = child.say(run, "{\"to\":\"root\",\"kind\":\"blocker\",\"summary\":\"no key\"}");
        var path = "/api/questions/" + run + "." + seq;
        assertThat(ann.get(path).expect(200).text("text")).isEqualTo("no key");
        ann.post(path + "/answer", "{\"answer\":\"take mine\"}").expect(201);
        assertThat(child.post("/api/runs/" + run + "/pull", "{}").all("messages", "summary"))
                .endsWith("take mine");
        root.post("/api/runs/" + run + "/messages", "{\"to\":\"child\",\"kind\":\"ANSWER\"}")
                .expect(Problem.NOTHING_ASKED);
    }

    @Test
    void anyAgentMayAskTheUserAndGoesOnWhenItIsAnswered() {
        long seq = child.say(run, "{\"type\":\"REQUEST_USER_INPUT\",\"question\":\"Where?\"}");
        child.say(run, "{\"type\":\"REQUEST_USER_INPUT\",\"question\":\"When?\"}");
        var path = "/api/questions/" + run + "." + seq;
        assertThat(ann.get(path).text("asked_by")).isEqualTo("child");
        ann.post(path + "/answer", "{\"answer\":\"here\"}").expect(201);
        assertThat(ann.get("/api/questions").all("items", "text")).containsExactly("When?");
        assertThat(ann.get("/api/runs/" + run).text("status")).isEqualTo("waiting");
    }

    private void card(String name, String json) {
        var owner = parley.owner();
        owner.send(
                        owner.request("/api/agents/" + name)
                                .header("Content-Type", "application/json")
                                .PUT(BodyPublishers.ofString(json)))
                .expect(201);
    }
}

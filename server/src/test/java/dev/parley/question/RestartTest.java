package dev.parley.question;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import org.junit.jupiter.api.Test;

class RestartTest {
    @Test
    void aQuestionWaitsThroughARestart() {
        var before = TestParley.start();
        var alice = before.agent("alice").token();
        var ann = before.person("ann").token();
        var run = before.bearer(alice).run("{}");
        before.bearer(alice).say(run, "{\"type\":\"REQUEST_USER_INPUT\",\"question\":\"Where?\"}");
        try (var after = before.restarted()) {
            var list = after.bearer(ann).get("/api/questions").expect(200);
            assertThat(list.all("items", "text")).containsExactly("Where?");
            var id = list.all("items", "question_id").getFirst();
            assertThat(after.bearer(ann).get("/api/runs/" + run).text("status"))
                    .isEqualTo("waiting");
            after.bearer(ann)
                    .post("/api/questions/" + id + "/answer", "{\"answer\":\"LAX\"}")
                    .expect(201);
            assertThat(after.bearer(ann).get("/api/runs/" + run).text("status"))
                    .isEqualTo("running");
            assertThat(
                            after.bearer(alice)
                                    .post("/api/runs/" + run + "/pull", "{}")
                                    .all("messages", "summary"))
                    .containsExactly("LAX");
        }
    }
}

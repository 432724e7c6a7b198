package dev.parley.run;

import static dev.parley.run.Conversation.about;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Parents delegate, children report and ask, the root has the last word. */
class TreeRunTest {
    private TestParley parley;
    private Caller root;
    private Caller child;
    private Caller leaf;
    private Caller ann;
    private Conversation talk;

    @BeforeEach
    void start() {
        parley = TestParley.start();
        root = parley.agent("root");
        child = parley.agent("child");
        leaf = parley.agent("leaf");
        ann = parley.person("ann");
        card("root", "null");
        card("child", "\"root\"");
        card("leaf", "\"child\"");
        var run = ann.run("{\"protocol\":\"tree\",\"participants\":{\"root\":\"root\"}}");
        talk = new Conversation(run, ann);
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    private void card(String name, String parent) {
        parley.owner().put("/api/agents/" + name, "{\"parent\":" + parent + "}").expect(201);
    }

    @Test
    void aChildJoinsWhenSomethingIsDelegatedToIt() {
        child.get(talk.path("")).expect(Problem.FORBIDDEN);
        talk.say(root, "DELEGATE", "child");
        child.get(talk.path("")).expect(200);
        assertThat(ann.get(talk.path("/messages")).all("items", "kind"))
                .containsExactly("participant", "DELEGATE");
        talk.say(child, "DELEGATE", "leaf");
        assertThat(talk.state("child")).isEqualTo("waiting_for_child");
        assertThat(talk.state("leaf")).isEqualTo("analyzing");
    }

    @Test
    void workGoesDownAndResultsComeUp() {
        var skipped = talk.send(root, "DELEGATE", "leaf").expect(Problem.WRONG_DIRECTION);
        assertThat(skipped.text("detail")).contains("as their cards say");
        var task = talk.say(root, "DELEGATE", "child");
        talk.send(child, "DELEGATE", "root").expect(Problem.WRONG_DIRECTION);
        talk.send(child, "REPORT", "root", "\"parent_id\":\"unknown\"")
                .expect(Problem.UNKNOWN_PARENT);
        talk.say(child, "REPORT", "root", about(task));
        talk.send(child, "REPORT", "root", about(task)).expect(Problem.NOTHING_ASKED);
    }

    @Test
    void aQueryIsWaitedForUntilItIsAnswered() {
        talk.say(root, "DELEGATE", "child");
        var query = talk.say(child, "QUERY", "root");
        assertThat(talk.state("child")).isEqualTo("waiting_for_parent");
        talk.send(root, "ANSWER", "child", "\"parent_id\":\"" + query + "x\"")
                .expect(Problem.UNKNOWN_PARENT);
        talk.say(root, "ANSWER", "child", about(query));
        assertThat(talk.state("child")).isEqualTo("executing");
    }

    @Test
    void anyAgentOfTheTreeMayAskTheUserAndWaits() {
        talk.say(root, "DELEGATE", "child");
        var question = talk.say(child, "REQUEST_USER_INPUT", "user");
        assertThat(talk.state("child")).isEqualTo("waiting_for_user");
        assertThat(talk.status()).isEqualTo("waiting");
        talk.say(ann, "USER_RESPONSE", "child", about(question) + ",\"summary\":\"yes\"");
        assertThat(talk.state("child")).isEqualTo("executing");
        assertThat(talk.status()).isEqualTo("running");
    }

    @Test
    void aResultThatIsNotWholeLeavesItsAgentIdle() {
        var task = talk.say(root, "DELEGATE", "child");
        talk.say(child, "REPORT", "root", about(task) + ",\"payload\":{\"status\":\"needs_help\"}");
        assertThat(talk.state("child")).isEqualTo("idle");
        assertThat(talk.state("root")).isEqualTo("executing");
    }

    @Test
    void aCancelReachesEveryDescendant() {
        var task = talk.say(root, "DELEGATE", "child");
        talk.say(child, "DELEGATE", "leaf");
        talk.say(root, "cancel", "child", about(task));
        assertThat(talk.state("leaf")).isEqualTo("idle");
        assertThat(talk.state("child")).isEqualTo("idle");
        var told = leaf.post(talk.path("/pull"), "{}").expect(200);
        assertThat(told.all("messages", "kind")).containsExactly("DELEGATE", "cancel");
        assertThat(told.all("messages", "from_agent")).containsExactly("child", "system");
    }

    @Test
    void aBroadcastReachesThoseWhoTookPartWhenItWasSent() {
        talk.say(ann, "message", "broadcast");
        talk.say(root, "DELEGATE", "child");
        assertThat(child.post(talk.path("/pull"), "{}").all("messages", "kind"))
                .containsExactly("DELEGATE");
        assertThat(parley.owner().get("/api/check").elements("findings")).isEmpty();
    }

    @Test
    void theLastWordIsTheRoots() {
        talk.say(root, "DELEGATE", "child");
        talk.send(child, "final_response", "user").expect(Problem.NOT_NARRATOR);
        talk.say(root, "final_response", "user");
        assertThat(talk.status()).isEqualTo("completed");
        assertThat(talk.state("child")).isEqualTo("idle");
    }

    @Test
    void onlyTheRootAndPeopleSayWhatIsWanted() {
        talk.say(root, "DELEGATE", "child");
        var wanted = "{\"acceptance_criteria\":[\"done\"]}";
        child.put(talk.path("/intent"), wanted).expect(Problem.FORBIDDEN);
        root.put(talk.path("/intent"), wanted).expect(200);
        ann.put(talk.path("/intent"), wanted).expect(200);
    }
}

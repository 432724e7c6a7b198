package dev.parley.question;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.bus.Topic;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class QuestionsTest {
    private static final String WHERE =
            """
            {"type":"REQUEST_USER_INPUT","question":"From where?","context":"for the search"}""";

    private static TestParley parley;
    private static Caller alice;
    private static Caller bob;
    private static Caller ann;
    private static Caller ben;
    private String run = "";

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        ann = parley.person("ann");
        ben = parley.person("ben");
    }

    @AfterAll
    static void theLogsAgreeWithIt() {
        assertThat(parley.owner().get("/api/check").text()).contains("\"ok\":true");
        parley.close();
    }

    @BeforeEach
    void aManagedRun() {
        run =
                alice.run(
                        """
                {"protocol":"managed","participants":{"manager":"alice","worker":"bob"}}""");
    }

    @Test
    void anAnswerReachesWhoeverAskedAndTheRunGoesOn() {
        var id = ask(alice, WHERE);
        var question = ann.get("/api/questions/" + id).expect(200);
        assertThat(question.text("text")).isEqualTo("From where?");
        assertThat(question.text("context")).isEqualTo("for the search");
        assertThat(question.text("asked_by")).isEqualTo("alice");
        assertThat(question.text("state")).isEqualTo("open");
        assertThat(status()).isEqualTo("waiting");

        var answered = answer(ann, id, "{\"answer\":\"LAX\"}").expect(201);
        assertThat(answered.text("state")).isEqualTo("answered");
        assertThat(answered.text("answer")).isEqualTo("LAX");
        assertThat(answered.text("answered_by")).isEqualTo("person:ann");
        assertThat(status()).isEqualTo("running");
        var pulled = alice.post("/api/runs/" + run + "/pull", "{}").elements("messages");
        assertThat(pulled).hasSize(1);
        assertThat(pulled.getFirst().path("kind").asText()).isEqualTo("USER_RESPONSE");
        assertThat(pulled.getFirst().path("from_agent").asText()).isEqualTo("user");
        assertThat(pulled.getFirst().at("/payload/answer").asText()).isEqualTo("LAX");
        assertThat(pulled.getFirst().path("parent_id").asText())
                .isEqualTo(question.text("message_id"));
    }

    @Test
    void theLogAloneTellsThatItWasAskedAndAnswered() {
        var id = ask(alice, WHERE);
        answer(ann, id, "{\"answer\":\"LAX\"}").expect(201);
        var log = ann.get("/api/runs/" + run + "/messages");
        assertThat(log.all("items", "kind"))
                .containsExactly("REQUEST_USER_INPUT", "USER_RESPONSE", "question");
        var told = log.elements("items").getLast().path("payload");
        assertThat(told.path("question_id").asText()).isEqualTo(id);
        assertThat(told.path("change").asText()).isEqualTo("answered");
        assertThat(told.path("answered_by").asText()).isEqualTo("person:ann");
    }

    @Test
    void aBlankAnswerLeavesTheQuestionOpen() {
        var id = ask(alice, WHERE);
        for (var blank : new String[] {"{}", "{\"answer\":\"\"}", "{\"answer\":\" \\n\"}"}) {
            answer(ann, id, blank).expect(Problem.BAD_VALUE);
        }
        var request = alice.get("/api/questions/" + id).text("message_id");
        plain(ann, "alice", request, " ").expect(Problem.BAD_VALUE);
        assertThat(ann.get("/api/questions/" + id).text("state")).isEqualTo("open");
        answer(ann, id, "{\"answer\":\"LAX\"}").expect(201);
    }

    @Test
    void aChoiceMustBeOneOfThoseOffered() {
        var id = ask(alice, asking("\"choices\":[\"price\",\"comfort\"]"));
        assertThat(answer(ann, id, "{\"choice\":\"speed\"}").expect(Problem.BAD_VALUE).text())
                .contains("price, comfort");
        answer(ann, id, "{\"answer\":\"\"}").expect(Problem.BAD_VALUE);
        assertThat(answer(ann, id, "{\"choice\":\"comfort\"}").expect(201).text("choice"))
                .isEqualTo("comfort");
    }

    @Test
    void whatIsNoListOfChoicesIsRefusedAndNothingIsAsked() {
        for (var bad :
                new String[] {
                    "\"choices\":[]",
                    "\"choices\":[1]",
                    "\"choices\":\"a\"",
                    "\"answerers\":[\"\"]",
                    "\"approval\":{}",
                    "\"approval\":\"rm\""
                }) {
            alice.post(messages(), asking(bad)).expect(Problem.BAD_VALUE);
        }
        assertThat(open()).isEmpty();
    }

    @Test
    void aQuestionIsClosedExactlyOnce() {
        var id = ask(alice, WHERE);
        answer(ann, id, "{\"answer\":\"LAX\"}").expect(201);
        assertThat(answer(ann, id, "{\"answer\":\"LAX\"}").expect(200).text("duplicate"))
                .isEqualTo("true");
        assertThat(answer(ann, id, "{\"answer\":\"SFO\"}").expect(Problem.QUESTION_CLOSED).text())
                .contains("person:ann has answered it");
        answer(ben, id, "{\"answer\":\"LAX\"}").expect(Problem.QUESTION_CLOSED);
        assertThat(ann.get("/api/questions/" + id).text("answer")).isEqualTo("LAX");
        assertThat(ann.get("/api/runs/" + run).number("last_seq")).isEqualTo(3);
    }

    @Test
    void parallelQuestionsNeverGetEachOthersAnswers() {
        var first = ask(alice, WHERE);
        var second = ask(alice, WHERE);
        var request = alice.get("/api/questions/" + first).text("message_id");
        answer(ann, first, "{\"answer\":\"LAX\"}").expect(201);
        plain(ann, "alice", request, "SFO").expect(Problem.QUESTION_CLOSED);
        assertThat(ann.get("/api/questions/" + second).text("state")).isEqualTo("open");
        assertThat(status()).isEqualTo("waiting");
        answer(ben, second, "{\"answer\":\"SFO\"}").expect(201);
        assertThat(ann.get("/api/questions/" + first).text("answer")).isEqualTo("LAX");
        assertThat(ann.get("/api/questions/" + second).text("answer")).isEqualTo("SFO");
        assertThat(status()).isEqualTo("running");
    }

    @Test
    void aPlainUserResponseClosesTheQuestionTheSameWay() {
        var id = ask(alice, WHERE);
        var request = alice.get("/api/questions/" + id).text("message_id");
        plain(ann, "bob", request, "LAX").expect(Problem.WRONG_DIRECTION);
        plain(ann, "alice", request, "LAX").expect(201);
        var question = ben.get("/api/questions/" + id);
        assertThat(question.text("answer")).isEqualTo("LAX");
        assertThat(question.text("answered_by")).isEqualTo("person:ann");
        answer(ann, id, "{\"answer\":\"LAX\"}").expect(200);
        plain(ben, "alice", request, "SFO").expect(Problem.QUESTION_CLOSED);
    }

    @Test
    void onlyThoseWhoAreNamedMayAnswer() {
        var id = ask(alice, asking("\"answerers\":[\"ben\"]"));
        assertThat(answer(ann, id, "{\"answer\":\"x\"}").expect(Problem.FORBIDDEN).text())
                .contains("only ben");
        var request = alice.get("/api/questions/" + id).text("message_id");
        plain(ann, "alice", request, "x").expect(Problem.FORBIDDEN);
        answer(ben, id, "{\"answer\":\"x\"}").expect(201);
        var other = ask(alice, asking("\"answerers\":[\"ben\"]"));
        answer(parley.owner(), other, "{\"answer\":\"x\"}").expect(201);
    }

    @Test
    void agentsSeeTheirOwnQuestionsAndOtherSpacesNone() {
        var id = ask(alice, WHERE);
        assertThat(ids(alice)).contains(id);
        assertThat(ids(bob)).doesNotContain(id);
        bob.get("/api/questions/" + id).expect(Problem.FORBIDDEN);
        assertThat(ids(parley.token("{\"role\":\"observer\"}"))).contains(id);
        var elsewhere = parley.token("{\"person\":\"eve\",\"space\":\"lab\"}");
        assertThat(ids(elsewhere)).isEmpty();
        elsewhere.get("/api/questions/" + id).expect(Problem.UNKNOWN_QUESTION);
        answer(elsewhere, id, "{\"answer\":\"x\"}").expect(Problem.UNKNOWN_QUESTION);
        for (var none : new String[] {"none", "a.b", run + ".99", run}) {
            ann.get("/api/questions/" + none).expect(Problem.UNKNOWN_QUESTION);
        }
    }

    @Test
    void aManagerHearsOfItFirstAndOnlyItsOwnQuestionsReachTheUser() {
        alice.say(run, "{\"to\":\"worker\",\"kind\":\"intent_brief\"}");
        bob.say(run, WHERE);
        bob.say(run, "{\"to\":\"manager\",\"kind\":\"blocker\",\"summary\":\"no key\"}");
        assertThat(open()).isEmpty();
        ask(alice, WHERE);
        assertThat(open()).hasSize(1);
    }

    @Test
    void elsewhereABlockerIsAQuestionWhoeverIsTold() {
        run = alice.run("{\"protocol\":\"open\"}");
        long seq = bob.say(run, "{\"to\":\"alice\",\"kind\":\"blocker\",\"summary\":\"no key\"}");
        var id = run + "." + seq;
        assertThat(ann.get("/api/questions/" + id).text("text")).isEqualTo("no key");
        answer(ann, id, "{\"answer\":\"take mine\"}").expect(201);
        assertThat(status()).isEqualTo("running");

        seq = bob.say(run, "{\"to\":\"alice\",\"kind\":\"blocker\",\"message_id\":\"b2\"}");
        alice.say(
                run,
                "{\"to\":\"bob\",\"kind\":\"ANSWER\",\"parent_id\":\"b2\",\"summary\":\"ok\"}");
        var settled = ann.get("/api/questions/" + run + "." + seq);
        assertThat(settled.text("state")).isEqualTo("answered");
        assertThat(settled.text("answered_by")).isEqualTo("agent:alice");
    }

    @Test
    void aCancelledAssignmentTakesItsQuestionsAlong() {
        run = alice.run("{\"protocol\":\"open\"}");
        alice.say(run, "{\"to\":\"bob\",\"kind\":\"intent_brief\"}");
        var id = ask(bob, WHERE);
        alice.say(run, "{\"to\":\"bob\",\"kind\":\"cancel\"}");
        assertThat(ann.get("/api/questions/" + id).text("state")).isEqualTo("cancelled");
        answer(ann, id, "{\"answer\":\"x\"}").expect(Problem.QUESTION_CLOSED);
    }

    @Test
    void whenTheRunEndsNothingInItIsAskedAnyMore() {
        var known = ask(alice, WHERE);
        answer(ann, known, "{\"answer\":\"x\"}").expect(201);
        var id = ask(alice, WHERE);
        var other = ask(alice, WHERE);
        alice.say(run, "{\"to\":\"user\",\"kind\":\"final_response\",\"summary\":\"done\"}");
        assertThat(open()).isEmpty();
        assertThat(ann.get("/api/questions/" + id).text("state")).isEqualTo("cancelled");
        answer(ann, other, "{\"answer\":\"x\"}").expect(Problem.QUESTION_CLOSED);
        answer(ann, known, "{\"answer\":\"x\"}").expect(200);
        assertThat(ann.get("/api/runs/" + run + "/messages").all("items", "kind"))
                .endsWith("final_response", "question", "question", "status");
    }

    @Test
    void aListIsReadPageByPageAndWaitsForWhatComesNext() {
        ask(alice, WHERE);
        var second = ask(alice, WHERE);
        var path = "/api/questions?run=" + run;
        var page = ann.get(path + "&limit=1");
        assertThat(page.elements("items")).hasSize(1);
        page = ann.get(path + "&limit=5&after=" + page.text("next"));
        assertThat(page.all("items", "question_id")).containsExactly(second);
        assertThat(page.json().path("next").isNull()).isTrue();

        var waiting = ann.later(path + "&wait=20&after=" + page.text("cursor"));
        parley.awaitWaiter(new Topic.Questions(Space.DEFAULT));
        var third = ask(alice, WHERE);
        assertThat(waiting.join().expect(200).all("items", "question_id")).containsExactly(third);
        ann.get("/api/questions?state=shut").expect(Problem.BAD_VALUE);
        ann.get("/api/questions?after=x").expect(Problem.BAD_VALUE);
    }

    private String ask(Caller agent, String json) {
        return run + "." + agent.say(run, json);
    }

    /** A question whose payload says more. */
    private static String asking(String more) {
        return "{\"to\":\"user\",\"kind\":\"REQUEST_USER_INPUT\",\"summary\":\"?\",\"payload\":{"
                + more
                + "}}";
    }

    private Reply plain(Caller person, String to, String request, String answer) {
        return person.post(
                messages(),
                "{\"type\":\"USER_RESPONSE\",\"to\":\"%s\",\"answer\":\"%s\",\"in_response_to\":\"%s\"}"
                        .formatted(to, answer, request));
    }

    private static Reply answer(Caller person, String id, String json) {
        return person.post("/api/questions/" + id + "/answer", json);
    }

    private List<String> open() {
        return ann.get("/api/questions?run=" + run).all("items", "question_id");
    }

    private static List<String> ids(Caller caller) {
        return caller.get("/api/questions?limit=500").all("items", "question_id");
    }

    private String status() {
        return ann.get("/api/runs/" + run).text("status");
    }

    private String messages() {
        return "/api/runs/" + run + "/messages";
    }

    @Test
    void aRunHasAHundredOpenAtMostAndNoneAfterItHasEnded() {
        try (var hub = TestParley.start()) {
            var asker = hub.agent("asker");
            var run = asker.run("{}");
            var question = "{\"to\":\"user\",\"kind\":\"REQUEST_USER_INPUT\",\"summary\":\"?\"}";
            for (int i = 0; i < 100; i++) {
                asker.say(run, question);
            }
            asker.post("/api/runs/" + run + "/messages", question)
                    .expect(Problem.TOO_MANY_QUESTIONS);
            hub.owner().post("/api/runs/" + run + "/cancel", "{}").expect(200);
            assertThat(hub.owner().get("/api/questions").elements("items")).isEmpty();
            assertThat(hub.owner().get("/api/check").elements("findings")).isEmpty();
        }
    }
}

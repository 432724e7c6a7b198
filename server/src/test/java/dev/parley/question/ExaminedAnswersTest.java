package dev.parley.question;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.host.ModelReply;
import dev.parley.host.ScriptedModel;
import dev.parley.protocol.Problem;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A model may say that words do not answer a question; the person has the last word. */
@Timeout(60)
class ExaminedAnswersTest {
    private static final String NO = "{\"completed\":false,\"reason\":\"it names no place\"}";

    private final AtomicReference<ModelReply> reply = new AtomicReference<>(ModelReply.say(NO));
    private final ScriptedModel model = ScriptedModel.start(_ -> reply.get());
    private TestParley parley;
    private Caller ann;
    private Caller alice;

    @BeforeEach
    void start() {
        parley =
                TestParley.with("counsel.model", "openai:scripted")
                        .with("counsel.answers", "true")
                        .file(model.yaml())
                        .start();
        ann = parley.person("ann");
        alice = parley.agent("alice");
    }

    @AfterEach
    void stop() {
        parley.close();
        model.close();
    }

    private String ask(String more) {
        var run = alice.run("{\"protocol\":\"open\"}");
        return run
                + "."
                + alice.say(
                        run,
                        "{\"to\":\"user\",\"kind\":\"REQUEST_USER_INPUT\",\"summary\":\"?\","
                                + "\"payload\":{\"question\":\"From where?\""
                                + more
                                + "}}");
    }

    private Reply answer(String question, String fields) {
        return ann.post("/api/questions/" + question + "/answer", "{" + fields + "}");
    }

    @Test
    void whatIsBesideTheQuestionIsRefusedWithTheReasonAndItStaysOpen() {
        var question = ask(",\"context\":\"flights\"");
        var refused = answer(question, "\"answer\":\"nice weather\"");
        refused.expect(Problem.NOT_AN_ANSWER);
        assertThat(refused.text("reason")).isEqualTo("it names no place");
        assertThat(refused.text("detail"))
                .isEqualTo("it names no place; answer anew, or send it with \"insist\": true");
        assertThat(ann.get("/api/questions/" + question).text("state")).isEqualTo("open");
        assertThat(model.asked().getFirst().last())
                .isEqualTo(
                        "{\"question\":\"From where?\",\"context\":\"flights\","
                                + "\"words\":\"nice weather\"}");
        reply.set(ModelReply.say("{\"completed\":true,\"reason\":\"a city\"}"));
        answer(question, "\"answer\":\"Rome\"").expect(201);
        var run = question.substring(0, question.indexOf('.'));
        assertThat(ann.get("/api/runs/" + run).json().at("/usage/calls").asInt()).isEqualTo(2);
    }

    @Test
    void whoInsistsIsNotJudged() {
        answer(ask(""), "\"answer\":\"nice weather\",\"insist\":true").expect(201);
        assertThat(model.asked()).isEmpty();
    }

    @Test
    void noOpinionLetsItPass() {
        for (var none :
                new ModelReply[] {
                    ModelReply.say("hm"),
                    ModelReply.say("{\"completed\":\"no\",\"reason\":\"x\"}"),
                    ModelReply.say("{\"completed\":false}"),
                    ModelReply.refuse(400, "no"),
                    ModelReply.busy(100)
                }) {
            reply.set(none);
            answer(ask(""), "\"answer\":\"Rome\"").expect(201);
        }
    }

    @Test
    void aModelThatFallsSilentHoldsNobodyUpForLong() {
        reply.set(new ModelReply.Silence("{\"comp"));
        long begun = System.nanoTime();
        answer(ask(""), "\"answer\":\"Rome\"").expect(201);
        assertThat(System.nanoTime() - begun).isLessThan(12_000_000_000L);
    }

    @Test
    void choicesApprovalsAndWhatIsAnsweredAlreadyAreNotJudged() {
        answer(ask(",\"choices\":[\"a\",\"b\"]"), "\"choice\":\"a\"").expect(201);
        answer(
                        ask(",\"approval\":{\"action\":\"go\",\"arguments\":{}}"),
                        "\"decision\":\"approve\"")
                .expect(201);
        var question = ask("");
        answer(question, "\"answer\":\"Rome\",\"insist\":true").expect(201);
        answer(question, "\"answer\":\"Rome\"").expect(200);
        answer(question, "\"answer\":\"Paris\"").expect(Problem.QUESTION_CLOSED);
        assertThat(model.asked()).isEmpty();
    }
}

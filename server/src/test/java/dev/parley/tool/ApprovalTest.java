package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Reply;
import dev.parley.TestClock;
import dev.parley.bus.Topic;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Asked;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A person's leave counts for one agent, for exactly these arguments, and once. */
@Timeout(120)
class ApprovalTest {
    @TempDir Path folder;

    private final TestClock clock = new TestClock();
    private Bench bench;
    private String file;

    @BeforeEach
    void start() {
        bench = Bench.withApproval(clock);
        file = folder.resolve("file").toString();
    }

    @AfterEach
    void stop() {
        bench.requireSound();
        bench.close();
    }

    private Reply write(String text, int wait) {
        var body = Json.object().put("wait", wait);
        body.putObject("arguments").put("path", file).put("text", text);
        return bench.bob().post(bench.path("bench__write"), body.toString());
    }

    private String pending(String text) {
        var pending = write(text, 0);
        pending.expect(Problem.APPROVAL_PENDING);
        return pending.text("question_id");
    }

    private void answer(String question, String decision) {
        bench.ann()
                .post(
                        "/api/questions/" + question + "/answer",
                        "{\"decision\":\"" + decision + "\"}")
                .expect(201);
    }

    @Test
    void whatAPersonApprovedIsDoneOnceAndNothingElse() throws IOException {
        var question = pending("a");
        assertThat(pending("a")).as("asked once").isEqualTo(question);
        var asked = bench.ann().get("/api/questions/" + question).expect(200);
        assertThat(asked.text("kind")).isEqualTo("approval");
        assertThat(asked.json().at("/approval/arguments/text").asText()).isEqualTo("a");
        assertThat(asked.text("asked_by")).isEqualTo("bob");
        assertThat(status()).isEqualTo("waiting");
        var other = pending("b");
        answer(question, "approve");
        assertThat(isApproved("a")).isTrue();
        assertThat(pending("b")).as("one argument is another").isEqualTo(other);
        write("a", 20).expect(201);
        assertThat(Files.readString(Path.of(file))).isEqualTo("a\n");
        assertThat(isApproved("a")).as("used up").isFalse();
        assertThat(bench.ann().get("/api/tools/calls").all("items", "decided_by"))
                .containsExactly("person:ann");
        assertThat(pending("a")).isNotEqualTo(question);
    }

    @Test
    void whatIsReadNeedsNobodysLeave() {
        bench.call(bench.bob(), "bench__echo", "{\"text\":\"x\"}").expect(201);
    }

    @Test
    void aCallWaitsForThePerson() {
        var waiting =
                bench.bob()
                        .postLater(
                                bench.path("bench__write"),
                                "{\"arguments\":{\"path\":\"" + file + "\",\"text\":\"w\"}}");
        bench.parley().awaitWaiter(new Topic.Questions(Space.DEFAULT));
        var question = bench.ann().get("/api/questions?wait=10").all("items", "question_id");
        answer(question.getFirst(), "approve");
        waiting.join().expect(201);
        assertThat(status()).isEqualTo("running");
    }

    @Test
    void whatWasDeniedStaysDenied() {
        var question = pending("d");
        answer(question, "deny");
        write("d", 0).expect(Problem.APPROVAL_DENIED);
        write("d", 0).expect(Problem.APPROVAL_DENIED);
        assertThat(Path.of(file)).doesNotExist();
        assertThat(bench.story()).containsExactly("worker tool_result bench__write denied");
    }

    @Test
    void whoeverIsDeniedLearnsWhy() {
        bench.ann()
                .post(
                        "/api/questions/" + pending("d") + "/answer",
                        "{\"decision\":\"deny\",\"reason\":\"not on a Friday\"}")
                .expect(201);
        var denied = write("d", 0).expect(Problem.APPROVAL_DENIED);
        assertThat(denied.text("message"))
                .contains("denied exactly this call: \"not on a Friday\"");
    }

    @Test
    void aPersonMayThinkBetterOfADenialAfterAWhile() throws IOException {
        var first = pending("d");
        answer(first, "deny");
        clock.advance(Duration.ofMinutes(9));
        write("d", 0).expect(Problem.APPROVAL_DENIED);
        clock.advance(Duration.ofMinutes(2));
        var second = pending("d");
        assertThat(second).isNotEqualTo(first);
        answer(second, "approve");
        write("d", 20).expect(201);
        assertThat(Files.readString(Path.of(file))).isEqualTo("d\n");
        assertThat(bench.ann().get("/api/questions/" + first).text("decision")).isEqualTo("deny");
    }

    @Test
    void whatAnAgentAsksInItsOwnWordsIsNoLeaveForATool() {
        var run = bench.alice().run("{}");
        var path = "/api/runs/" + run + "/tools/bench__write";
        var body = Json.object().put("wait", 0);
        body.putObject("arguments").put("path", file).put("text", "x");
        answer(askAlone(run, body.get("arguments")), "approve");
        var asked = bench.bob().post(path, body.toString());
        asked.expect(Problem.APPROVAL_PENDING);
        answer(asked.text("question_id"), "deny");
        answer(askAlone(run, body.get("arguments")), "approve");
        askAlone(run, body.get("arguments"));
        bench.bob().post(path, body.toString()).expect(Problem.APPROVAL_DENIED);
        assertThat(Path.of(file)).doesNotExist();
    }

    private String askAlone(String run, JsonNode arguments) {
        var message =
                Json.object()
                        .put("to_agent", "user")
                        .put("kind", "REQUEST_USER_INPUT")
                        .put("summary", "Shall I turn on the coffee machine?");
        var approval = message.putObject("payload").putObject("approval");
        approval.put("action", "bench__write").set("arguments", arguments);
        var seq = bench.bob().post("/api/runs/" + run + "/messages", message.toString());
        return run + "." + seq.expect(201).number("seq");
    }

    @Test
    void anotherAgentsLeaveIsNone() {
        answer(pending("mine"), "approve");
        var body = Json.object().put("wait", 0).put("agent_name", "alice");
        body.putObject("arguments").put("path", file).put("text", "mine");
        var open = bench.alice().run("{}");
        bench.parley()
                .owner()
                .post("/api/runs/" + open + "/tools/bench__write", body.toString())
                .expect(Problem.APPROVAL_PENDING);
    }

    @Test
    void aRunThatEndsAsksNobodyAnyMore() {
        var question = pending("late");
        bench.ann().post("/api/runs/" + bench.run() + "/cancel", "{}").expect(200);
        assertThat(bench.ann().get("/api/questions/" + question).text("state"))
                .isEqualTo("cancelled");
    }

    @Test
    void whatWasApprovedIsPartOfTheIntent() {
        answer(pending("i"), "approve");
        var run = bench.ann().get("/api/runs/" + bench.run()).expect(200).json();
        assertThat(run.at("/intent_snapshot/approvals/0/action").asText())
                .isEqualTo("bench__write");
    }

    private String status() {
        return bench.ann().get("/api/runs/" + bench.run()).expect(200).text("status");
    }

    private boolean isApproved(String text) {
        var arguments = Json.object().put("path", file).put("text", text);
        var digest = Asked.digest("bench__write", arguments);
        return bench.ann()
                .get("/api/runs/" + bench.run() + "/approvals?digest=" + digest)
                .expect(200)
                .json()
                .path("approved")
                .asBoolean();
    }
}

package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What does not name its run finds it, or opens one. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class DispatchTest {
    private static final String MESSAGES = "/api/messages";
    private static final String DELEGATE =
            """
            {"type":"DELEGATE","from":"root","to":"child","task":"Research flights",
             "context":{"from":"LAX"},"message_id":"d1","requires_response":true}
            """;
    private static final String REPORT =
            """
            {"type":"REPORT","from":"child","to":"root","result":"Found 3",
             "status":"completed","message_id":"r1","in_response_to":"d1"}
            """;

    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller root;
    private Caller child;
    private Caller ann;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).start();
        root = parley.agent("root");
        child = parley.agent("child");
        ann = parley.person("ann");
        parley.owner().put("/api/agents/root", "{}").expect(201);
        parley.owner().put("/api/agents/child", "{\"parent\":\"root\"}").expect(201);
    }

    @AfterEach
    void stop() {
        assertThat(parley.owner().get("/api/check").expect(200).elements("findings")).isEmpty();
        parley.close();
    }

    @Test
    void theSixObjectsHoldAWholeConversationAndReadBackVerbatim() {
        var run = root.post(MESSAGES, DELEGATE).expect(201).text("run_id");
        send(
                child,
                MESSAGES + "?run=" + run,
                """
                {"type":"QUERY","from":"child","to":"root","question":"Price or comfort?",
                 "message_id":"q1","requires_response":true}
                """);
        send(
                root,
                MESSAGES,
                """
                {"type":"ANSWER","from":"root","to":"child","answer":"Price","message_id":"a1",
                 "in_response_to":"q1"}
                """);
        send(
                child,
                MESSAGES + "?run=" + run,
                """
                {"type":"REQUEST_USER_INPUT","from":"child","question":"From where?",
                 "context":"for the search","message_id":"u1","awaiting_response":true}
                """);
        send(
                ann,
                MESSAGES,
                """
                {"type":"USER_RESPONSE","to":"child","answer":"LAX","message_id":"u2",
                 "in_response_to":"u1"}
                """);
        send(child, MESSAGES, REPORT);
        var log = root.get("/api/runs/" + run + "/messages?format=protocol").elements("items");
        assertThat(log.stream().filter(item -> item.path("message_id").asText().length() == 2))
                .extracting(item -> item.path("type").asText())
                .containsExactly(
                        "DELEGATE",
                        "QUERY",
                        "ANSWER",
                        "REQUEST_USER_INPUT",
                        "USER_RESPONSE",
                        "REPORT");
        assertThat(log).contains(Json.parseObject(DELEGATE), Json.parseObject(REPORT));
        assertThat(root.get("/api/runs/" + run).text("protocol")).isEqualTo("tree");
        assertThat(root.get("/api/agents/root/pending").elements("items")).isEmpty();
    }

    @Test
    void aDelegationThatIsSentAgainOpensNothing() {
        var first = root.post(MESSAGES, DELEGATE).expect(201);
        var again = root.post(MESSAGES, DELEGATE).expect(200);
        assertThat(again.json().remove("duplicate").asBoolean()).isTrue();
        assertThat(again.text("run_id")).isEqualTo(first.text("run_id"));
        assertThat(again.number("seq")).isEqualTo(first.number("seq"));
        root.post(MESSAGES, DELEGATE.replace("flights", "trains"))
                .expect(Problem.MESSAGE_ID_CONFLICT);
        assertThat(runs()).hasSize(1);
        var pulled = child.post("/api/runs/" + first.text("run_id") + "/pull", "{}").expect(200);
        assertThat(pulled.all("messages", "message_id")).containsExactly("d1");
    }

    @Test
    void manyThatSendTheSameDelegationAtOnceOpenOneRun() {
        var replies =
                Stream.generate(() -> root.postLater(MESSAGES, DELEGATE)).limit(8).toList().stream()
                        .map(reply -> reply.join())
                        .toList();
        assertThat(replies).extracting(reply -> reply.text("run_id")).containsOnly(onlyRun());
        assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(1);
        assertThat(replies).filteredOn(reply -> reply.status() == 200).hasSize(7);
    }

    @Test
    void aDelegationThatIsRefusedLeavesNoRunAndIsADeadLetterThatCanBeSentAgain() {
        var sent = DELEGATE.replace("\"child\"", "\"stranger\"");
        root.post(MESSAGES, sent).expect(Problem.WRONG_DIRECTION);
        root.post(MESSAGES, DELEGATE.replace("task", "tusk")).expect(Problem.BAD_VALUE);
        child.post(MESSAGES, DELEGATE).expect(Problem.SENDER_MISMATCH);
        assertThat(runs()).isEmpty();
        var letters = root.get("/api/dead-letters").expect(200);
        assertThat(letters.all("items", "code")).containsExactly("bad-value", "wrong-direction");
        assertThat(letters.json().at("/items/0/run_id").isNull()).isTrue();
        var letter = "/api/dead-letters/" + letters.all("items", "id").getFirst();
        root.post(letter + "/requeue", "{\"body\":" + DELEGATE + "}").expect(201);
        assertThat(runs()).hasSize(1);
        assertThat(root.get("/api/dead-letters").elements("items")).hasSize(1);
    }

    @Test
    void whatSaysNothingOfItsRunIsRefused() {
        child.post(MESSAGES, REPORT).expect(Problem.UNKNOWN_PARENT);
        child.post(MESSAGES, "{\"type\":\"QUERY\",\"to\":\"root\",\"question\":\"?\"}")
                .expect(Problem.BAD_VALUE);
        root.post(MESSAGES, "{\"to\":\"child\",\"summary\":\"hi\"}").expect(Problem.BAD_VALUE);
        root.post(MESSAGES + "?run=unknown", DELEGATE).expect(Problem.UNKNOWN_RUN);
        root.post(MESSAGES, direct("root", "broadcast")).expect(Problem.BAD_VALUE);
        root.post(MESSAGES, "{").expect(Problem.BAD_JSON);
    }

    @Test
    void aReplyGoesToTheRunThatItsSenderMaySeeAndAsksWhenThereAreSeveral() {
        var run = root.post(MESSAGES, DELEGATE).expect(201).text("run_id");
        var eve = parley.agent("eve");
        eve.post(MESSAGES, REPORT.replace("\"child\"", "\"eve\"")).expect(Problem.UNKNOWN_PARENT);
        var other = parley.token("{\"agent\":\"child\",\"space\":\"other\"}");
        other.post(MESSAGES, REPORT).expect(Problem.UNKNOWN_PARENT);
        var open = root.run("{}");
        root.post(MESSAGES + "?run=" + open, DELEGATE).expect(201);
        child.post(MESSAGES, REPORT).expect(Problem.CONFLICT);
        assertThat(child.post(MESSAGES + "?run=" + run, REPORT).expect(201).text("run_id"))
                .isEqualTo(run);
    }

    @Test
    void aPairOfAgentsHasOneStandingRunWhicheverOfThemWrites() {
        var first = root.post(MESSAGES, direct("root", "child")).expect(201);
        var back = child.post(MESSAGES, direct("child", "root")).expect(201);
        assertThat(back.text("run_id")).isEqualTo(first.text("run_id"));
        assertThat(back.number("seq")).isEqualTo(2);
        var others = parley.agent("Agent B").post(MESSAGES, direct("Agent B", "root")).expect(201);
        assertThat(others.text("run_id")).isNotEqualTo(first.text("run_id"));
        root.post(MESSAGES, direct("root", "root")).expect(Problem.SELF_SEND);
        var run = root.get("/api/runs/" + first.text("run_id"));
        assertThat(run.text("protocol")).isEqualTo("open");
        assertThat(run.json().get("participants").toString())
                .isEqualTo("{\"child\":\"child\",\"root\":\"root\"}");
        var page = child.get("/api/agents/child/inbox").expect(200);
        assertThat(page.elements("items")).hasSize(1);
    }

    @Test
    void aDirectFrameReadsBackVerbatim() {
        var sent = Json.parseObject(direct("root", "child"));
        var reply = root.post(MESSAGES, sent.toString()).expect(201);
        var path = "/api/runs/" + reply.text("run_id") + "/messages/" + reply.text("message_id");
        var read = root.get(path + "?format=event").expect(200).json();
        var time = ((ObjectNode) read.get("data")).remove("timestamp").asText();
        assertThat(time).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
        ((ObjectNode) sent.get("data")).remove("timestamp");
        assertThat(read).isEqualTo(sent);
        assertThat(read.get("event_type").asText()).isEqualTo("message.to.child");
    }

    @Test
    void twoWhoWriteToEachOtherAtOnceMeetInOneRun() {
        var replies =
                Stream.iterate(0, i -> i + 1)
                        .limit(10)
                        .map(
                                i ->
                                        i % 2 == 0
                                                ? root.postLater(MESSAGES, direct("root", "child"))
                                                : child.postLater(
                                                        MESSAGES, direct("child", "root")))
                        .toList()
                        .stream()
                        .map(reply -> reply.join().expect(201))
                        .toList();
        assertThat(replies).extracting(reply -> reply.text("run_id")).containsOnly(onlyRun());
        assertThat(replies)
                .extracting(reply -> reply.number("seq"))
                .containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
    }

    @Test
    void aStandingRunThatHasEndedIsFollowedByAnother() {
        var first = root.post(MESSAGES, direct("root", "child")).expect(201).text("run_id");
        ann.post("/api/runs/" + first + "/cancel", "{}").expect(200);
        var second = child.post(MESSAGES, direct("child", "root")).expect(201).text("run_id");
        assertThat(second).isNotEqualTo(first);
        assertThat(root.post(MESSAGES, direct("root", "child")).expect(201).text("run_id"))
                .isEqualTo(second);
    }

    private static String direct(String from, String to) {
        return """
               {"event_type":"message.to.%s","data":{"from_agent":"%s","to_agent":"%s",
                "message":{"parts":[{"type":"text","content":"hello"}]},
                "timestamp":"2025-10-02T12:00:00Z"}}
               """
                .formatted(to, from, to);
    }

    private static Reply send(Caller caller, String path, String json) {
        return caller.post(path, json).expect(201);
    }

    private List<String> runs() {
        return parley.owner().get("/api/runs").expect(200).all("items", "run_id");
    }

    private String onlyRun() {
        assertThat(runs()).hasSize(1);
        return runs().getFirst();
    }
}

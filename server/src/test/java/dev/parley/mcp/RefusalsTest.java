package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import dev.parley.protocol.codec.Json;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is refused is refused in words that a model can do something with. */
final class RefusalsTest {
    private static TestParley parley;
    private static Tools alice;
    private static Tools bob;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = new Tools(Mcp.modern(parley.agent("alice")));
        bob = new Tools(Mcp.modern(parley.agent("bob")));
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    private static String words(Tools tools, String tool, String arguments) {
        var result = tools.result(tool, arguments);
        assertThat(result.path("isError").asBoolean()).as(result.toString()).isTrue();
        return result.at("/content/0/text").asText();
    }

    @Test
    void nobodySendsToItself() {
        assertThat(words(alice, "send_message", "{\"agent_name\":\"alice\",\"message\":\"me\"}"))
                .contains("you cannot send to yourself")
                .doesNotContain("POST");
    }

    @Test
    void aBroadcastNeedsARun() {
        assertThat(
                        words(
                                alice,
                                "send_message",
                                "{\"agent_name\":\"broadcast\",\"message\":\"all\"}"))
                .contains("give a run_id");
    }

    @Test
    void aTaskThatIsNotThereIsCalledATask() {
        assertThat(words(alice, "get_run_status", "{\"task_id\":\"task_no\"}"))
                .contains("there is no task task_no");
    }

    @Test
    void aKeyThatWasUsedIsNamed() {
        var say = "{\"agent_name\":\"bob\",\"message\":\"%s\",\"idempotency_key\":\"k1\"}";
        alice.facts("send_message", say.formatted("one"));
        assertThat(words(alice, "send_message", say.formatted("two")))
                .contains("idempotency_key", "k1", "was used for another call")
                .doesNotContain("msg_");
    }

    @Test
    void aTaskIsCompletedOnce() {
        alice.facts("send_to_agent", "{\"agent_name\":\"bob\",\"message\":\"x\"}");
        var claimed = bob.facts("claim_task", "{}");
        var done =
                "{\"task_id\":\"%s\",\"fence\":%d,\"result\":\"%%s\"}"
                        .formatted(
                                claimed.at("/task/task_id").asText(),
                                claimed.path("fence").asLong());
        bob.facts("complete_task", done.formatted("one"));
        assertThat(words(bob, "complete_task", done.formatted("two")))
                .contains("is completed already, with another result");
    }

    @Test
    void anArgumentThatIsNotKnownIsHeldAgainstThoseThatAre() {
        assertThat(words(alice, "send_message", "{\"agent\":\"bob\",\"message\":\"hi\"}"))
                .contains("unknown argument agent; did you mean agent_name?");
        assertThat(words(alice, "claim_task", "{\"wait_second\":1}"))
                .contains("unknown argument wait_second; did you mean wait_seconds?");
        assertThat(words(alice, "list_agents", "{\"colour\":1}"))
                .contains("unknown argument colour; there are after, limit");
    }

    @Test
    void aReplySaysThatItAcknowledgesOnlyWhereItDoes() {
        var asked =
                alice.facts(
                        "ask_agent",
                        "{\"agent_name\":\"bob\",\"question\":\"Well?\",\"wait_seconds\":0}");
        var reply =
                bob.facts(
                        "reply",
                        "{\"run_id\":\"%s\",\"message_id\":\"%s\",\"message\":\"yes\"}"
                                .formatted(
                                        asked.path("run_id").asText(),
                                        asked.path("message_id").asText()));
        assertThat(reply.has("acknowledged")).isFalse();
    }

    @Test
    void aToolThatIsNotShownIsSaidToBeThere() {
        assertThat(unknown(alice, "send_agent_message"))
                .contains("not shown to the role worker", "mcp.tools: all");
        assertThat(unknown(new Tools(Mcp.legacy(parley.person("pat"))), "ask_user"))
                .contains("it is for agents only");
        assertThat(unknown(alice, "no_such_tool")).contains("tools/list shows");
    }

    private static String unknown(Tools tools, String name) {
        return tools.mcp()
                .post("tools/call", Tools.params(name, "{}"))
                .json()
                .at("/error/message")
                .asText();
    }

    @Test
    void aVersionThatIsNotKnownIsNamedAsSuch() {
        var list = Json.write(Mcp.message(1, "tools/list", Json.object()));
        var refused =
                parley.agent("eve")
                        .post("/mcp", list, "MCP-Protocol-Version", "2027-01-01")
                        .expect(400);
        assertThat(refused.json().at("/error/message").asText())
                .contains("Unsupported protocol version", "2027-01-01");
        assertThat(refused.json().at("/error/data/supported/0").asText()).isEqualTo(Mcp.NEW);
    }

    @Test
    void noExampleHasAnAgentWriteToItself() {
        assertThat(bob.list())
                .noneMatch(
                        tool ->
                                tool.path("description")
                                        .asText()
                                        .contains("{\"agent_name\":\"bob\""));
        assertThat(alice.list().toString()).contains("{\\\"agent_name\\\":\\\"bob\\\"");
    }
}

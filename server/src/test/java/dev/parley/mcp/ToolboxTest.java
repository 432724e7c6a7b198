package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.TestParley;
import dev.parley.protocol.codec.Json;
import org.junit.jupiter.api.Test;

/** Who is offered which tools. */
final class ToolboxTest {
    @Test
    void anAgentIsOfferedWhatItUsuallyNeedsAndNoMoreThanTwelve() {
        try (var parley = TestParley.start()) {
            var worker = new Tools(Mcp.modern(parley.agent("alice")));
            assertThat(worker.names())
                    .hasSizeLessThanOrEqualTo(12)
                    .containsExactly(
                            "list_agents",
                            "check_inbox",
                            "reply",
                            "send_message",
                            "ask_agent",
                            "ask_user",
                            "send_to_agent",
                            "send_message_async",
                            "get_run_status",
                            "report_progress",
                            "claim_task",
                            "complete_task");
            var manager =
                    new Tools(
                            Mcp.legacy(parley.token("{\"agent\":\"boss\",\"role\":\"manager\"}")));
            assertThat(manager.names())
                    .hasSizeLessThanOrEqualTo(12)
                    .contains("send_to_agent", "ask_user", "create_agent_session")
                    .doesNotContain("claim_task", "complete_task", "publish_event");
            var person = new Tools(Mcp.modern(parley.person("pat")));
            assertThat(person.names())
                    .contains("send_message", "check_inbox")
                    .doesNotContain("ask_user", "claim_task", "report_progress");
            var observer =
                    new Tools(
                            Mcp.modern(
                                    parley.token("{\"person\":\"olga\",\"role\":\"observer\"}")));
            assertThat(observer.names())
                    .containsExactly("list_agents", "get_run_status", "get_session_state");
        }
    }

    @Test
    void everyToolIsDescribedWithAnExampleAndASchemaOfWhatComesBack() {
        try (var parley = TestParley.with("mcp.tools", "all").start()) {
            var tools = new Tools(Mcp.modern(parley.agent("alice"))).list();
            assertThat(tools).hasSize(17);
            for (var tool : tools) {
                var name = tool.path("name").asText();
                var words = tool.path("description").asText();
                assertThat(words.length()).as(name).isBetween(80, 1_000);
                assertThat(words).as(name).doesNotContain("\n").doesNotContain("  ");
                assertThat(tool.path("outputSchema").path("type").asText()).isEqualTo("object");
                var example = words.indexOf("Example: ");
                if (example >= 0) {
                    var json = words.substring(example + 9).replaceAll("} You are .*", "}");
                    var input = Schema.of((ObjectNode) tool.path("inputSchema"));
                    assertThat(input.complaints(Json.parse(json))).as(name + " " + json).isEmpty();
                }
            }
        }
    }

    @Test
    void whereAllAreWantedEventsArePublishedAndIntentsRead() {
        try (var parley = TestParley.with("mcp.tools", "all").start()) {
            var alice = new Tools(Mcp.modern(parley.agent("alice")));
            var event =
                    "{\"event_type\":\"data.ready\",\"data\":{\"rows\":1},\"idempotency_key\":\"e1\"}";
            var published = alice.facts("publish_event", event);
            assertThat(published.path("topic").asText()).isEqualTo("agent.alice.data.ready");
            assertThat(alice.facts("publish_event", event).path("duplicate").asBoolean()).isTrue();
            var run = parley.owner().run("{\"participants\":{\"alice\":\"alice\"}}");
            parley.owner()
                    .put("/api/runs/" + run + "/intent", "{\"objective\":\"Ship it\"}")
                    .expect(200);
            var ask = "{\"run_id\":\"" + run + "\"}";
            assertThat(alice.facts("get_intent", ask).at("/intent/objective").asText())
                    .isEqualTo("Ship it");
            var status = alice.facts("get_run_status", ask);
            assertThat(status.at("/intent/objective").asText()).isEqualTo("Ship it");
            assertThat(status.at("/participants/alice").asText()).isEqualTo("alice");
        }
    }
}

package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Agents spawn, watch and speak to sessions by tools that know their own. */
@Timeout(60)
final class SessionToolsTest {
    private static final String AGENTS =
            "agents: {parrot: {host: command, command: sed, args: [\"s/^/you said: /\"]}}\n";

    private static TestParley start() {
        return TestParley.with("sessions.roots", "/").file(AGENTS).start();
    }

    private static String own(Caller alice) {
        return alice.post("/api/sessions", "{\"agent\":\"alice\"}").expect(201).text("sessionId");
    }

    @Test
    void aSessionIsCreatedWatchedUntilIdleAndItsCreatorIsTold() {
        try (var parley = start()) {
            var alice = parley.agent("alice");
            var mine = own(alice);
            var tools = new Tools(Mcp.modern(alice.in(mine)));
            assertThat(tools.names())
                    .hasSizeLessThanOrEqualTo(12)
                    .contains("send_agent_message", "get_session_state", "create_agent_session");
            assertThat(tools.list())
                    .filteredOn(tool -> tool.path("name").asText().contains("session"))
                    .allMatch(tool -> tool.path("description").asText().contains(mine));
            var made =
                    tools.facts(
                            "create_agent_session",
                            "{\"cwd\":\"/\",\"initialMessage\":\"squawk\"}");
            var spawned = made.path("sessionId").asText();
            var state =
                    tools.facts(
                            "get_session_state",
                            "{\"sessionId\":\"" + spawned + "\",\"wait_seconds\":50}");
            assertThat(state.path("status").asText()).isEqualTo("idle");
            assertThat(state.at("/lastMessage/content").asText()).isEqualTo("you said: squawk");
            var first =
                    alice.get("/api/sessions/" + spawned + "/messages")
                            .expect(200)
                            .elements("items")
                            .getFirst();
            assertThat(first.path("source").asText()).isEqualTo("agent");
            assertThat(first.path("fromSession").asText()).isEqualTo(mine);
            var told = tools.facts("check_inbox", "{}").path("messages");
            assertThat(told.get(0).path("text").asText()).contains("you said: squawk");
        }
    }

    @Test
    void whatIsSentNamesTheSessionItComesFromAndNobodySpeaksToItself() {
        try (var parley = start()) {
            var alice = parley.agent("alice");
            var bob = parley.agent("bob");
            var mine = own(alice);
            var his = bob.post("/api/sessions", "{\"agent\":\"bob\"}").text("sessionId");
            var tools = new Tools(Mcp.legacy(alice.in(mine)));
            var words = "{\"sessionId\":\"%s\",\"message\":\"call me back\"}";
            var sent = tools.facts("send_agent_message", words.formatted(his));
            assertThat(sent.path("status").asText()).isEqualTo("dispatched");
            var back = new Tools(Mcp.modern(bob.in(his)));
            back.facts("send_agent_message", words.formatted(mine));
            var heard =
                    alice.get("/api/sessions/" + mine + "/messages").elements("items").getLast();
            assertThat(heard.path("fromSession").asText()).isEqualTo(his);
            assertThat(tools.problem("send_agent_message", words.formatted(mine)))
                    .isEqualTo("self-send");
            assertThat(tools.problem("get_session_state", "{\"sessionId\":\"ses_none\"}"))
                    .isEqualTo("unknown-session");
        }
    }
}

package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a sender is told of whom it writes to. */
final class WhereaboutsTest {
    private static final Duration SOME_SECONDS = Duration.ofSeconds(45);

    private static JsonNode tell(Tools alice, String to) {
        return alice.facts(
                "send_message", "{\"agent_name\":\"%s\",\"message\":\"hi\"}".formatted(to));
    }

    private static void does(Caller agent, String name, String instance, String state) {
        agent.post(
                        "/api/agents/%s/instances/%s/state".formatted(name, instance),
                        "{\"state\":\"%s\"}".formatted(state))
                .expect(200);
    }

    @Test
    void whoWorksIsSaidToAndForHowLong() {
        try (var parley = TestParley.start()) {
            var alice = new Tools(Mcp.modern(parley.agent("alice")));
            var codex = parley.agent("codex");
            does(codex, "codex", "web", "busy");
            for (int i = 0; i < 4; i++) {
                parley.pass(SOME_SECONDS);
                codex.post("/api/agents/codex/instances/web/heartbeat", "{}").expect(200);
            }
            var sent = tell(alice, "codex/web");
            assertThat(sent.path("recipient").asText())
                    .isEqualTo(
                            "codex/web: queued; working for 3 minutes; it will see this when it"
                                    + " next checks its inbox");
            assertThat(sent.path("recipient_state").asText()).isEqualTo("busy");
            does(codex, "codex", "api", "idle");
            assertThat(tell(alice, "codex").path("recipient_state").asText()).isEqualTo("idle");
        }
    }

    @Test
    void whoIsAwayIsSaidToSeeItWhenItComesBack() {
        try (var parley = TestParley.start()) {
            var alice = new Tools(Mcp.modern(parley.agent("alice")));
            does(parley.agent("bob"), "bob", "one", "busy");
            parley.pass(Duration.ofHours(2));
            var sent = tell(alice, "bob");
            assertThat(sent.path("recipient").asText())
                    .isEqualTo(
                            "bob has been offline for 2 hours; it will see this when it comes"
                                    + " back");
            var unknown = tell(alice, "nobody");
            assertThat(unknown.path("recipient").asText())
                    .isEqualTo("nobody was never seen here; it will see this when it first comes");
            assertThat(unknown.path("note").asText()).contains("not known here");
        }
    }
}

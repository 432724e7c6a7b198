package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    private static JsonNode give(Tools alice, String to) {
        return alice.facts(
                "send_to_agent", "{\"agent_name\":\"%s\",\"message\":\"do it\"}".formatted(to));
    }

    @Test
    void aTaskIsSaidToBeClaimedAndWhomItIsForLearnsOfItFromItsInbox() {
        try (var parley = TestParley.start()) {
            var alice = new Tools(Mcp.modern(parley.agent("alice")));
            var bob = new Tools(Mcp.modern(parley.agent("bob")));
            assertThat(bob.facts("check_inbox", "{}").has("tasks_waiting")).isFalse();
            var given = give(alice, "bob");
            assertThat(given.path("recipient").asText())
                    .isEqualTo("bob: queued; online; it gets this when it next calls claim_task");
            assertThat(given.has("note")).isFalse();
            var inbox = bob.facts("check_inbox", "{}");
            assertThat(inbox.path("messages")).isEmpty();
            assertThat(inbox.path("tasks_waiting").asInt()).isEqualTo(1);
            assertThat(inbox.path("next").asText()).contains("claim_task");
            bob.facts("claim_task", "{}");
            assertThat(bob.facts("check_inbox", "{}").has("tasks_waiting")).isFalse();
        }
    }

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void aWindowIsToldThatAnotherHasWhatCameAndGetsItOnceThatOneIsSilent(TestDatabase database) {
        try (var parley = TestParley.on(database).start()) {
            var alice = new Tools(Mcp.modern(parley.agent("alice")));
            var bob = parley.agent("bob");
            var first = new Tools(Mcp.legacy(bob));
            tell(alice, "bob");
            assertThat(first.facts("check_inbox", "{}").path("messages")).hasSize(1);
            var second = new Tools(Mcp.legacy(bob));
            var empty = second.facts("check_inbox", "{}");
            assertThat(empty.path("messages")).isEmpty();
            assertThat(empty.path("held_elsewhere").asInt()).isEqualTo(1);
            assertThat(empty.path("next").asText()).contains("another window", "60 seconds");
            parley.pass(Duration.ofSeconds(61));
            var taken = second.facts("check_inbox", "{}");
            assertThat(taken.path("messages")).hasSize(1);
            assertThat(taken.has("held_elsewhere")).isFalse();
        }
    }

    @Test
    void aTaskForAManagerIsNotedToBeHardlyClaimed() {
        try (var parley = TestParley.start()) {
            var alice = new Tools(Mcp.modern(parley.agent("alice")));
            parley.token("{\"agent\":\"boss\",\"role\":\"manager\"}");
            assertThat(give(alice, "boss").path("note").asText())
                    .contains("managers are not shown claim_task", "Send it a message instead");
        }
    }

    @Test
    void whomTheHubRunsIsListedAnswersAtOnceAndClaimsNoTasks() {
        var agents = "agents: {parrot: {host: command, command: sed, args: [\"s/^/said: /\"]}}\n";
        try (var parley = TestParley.with("sessions.roots", "/").file(agents).start()) {
            var agent = parley.agent("alice");
            var alice = new Tools(Mcp.modern(agent));
            var listed = alice.facts("list_agents", "{}").path("agents").path(1);
            assertThat(listed.path("agent").asText()).isEqualTo("parrot");
            assertThat(listed.path("online").asBoolean()).isTrue();
            assertThat(listed.path("hosted").asBoolean()).isTrue();
            assertThat(agent.get("/api/agents").all("items", "agent")).containsExactly("parrot");
            var sent = tell(alice, "parrot");
            assertThat(sent.path("recipient").asText())
                    .isEqualTo("parrot is run by the hub: it answers at once");
            assertThat(sent.has("note")).isFalse();
            var given = give(alice, "parrot");
            assertThat(given.path("recipient").asText()).contains("it claims no tasks");
            assertThat(given.path("note").asText())
                    .contains("send it a message, or open a session");
        }
    }

    @Test
    void aNameThatIsNearlyAnothersIsAskedAboutAndSoIsAnInstanceThatNobodySaw() {
        try (var parley = TestParley.start()) {
            var alice = new Tools(Mcp.modern(parley.agent("alice")));
            does(parley.agent("bob"), "bob", "api", "idle");
            assertThat(tell(alice, "Bob").path("note").asText()).endsWith("; did you mean bob?");
            assertThat(give(alice, "bobb").path("note").asText()).endsWith("; did you mean bob?");
            assertThat(tell(alice, "nobody").path("note").asText()).doesNotContain("did you mean");
            assertThat(tell(alice, "bob/web").path("note").asText())
                    .contains("no instance bob/web was seen", "seen were bob/api");
            assertThat(tell(alice, "bob/api").has("note")).isFalse();
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

package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Work that is given, claimed and done by nothing but tools. */
final class TaskToolsTest {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private static TestParley parley;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    static List<Function<Caller, Tools>> eras() {
        return Tools.eras();
    }

    private static String newName(String name) {
        return name + NAMES.incrementAndGet();
    }

    private static String held(JsonNode claimed, String more) {
        return "{\"task_id\":\"%s\",\"fence\":%d%s}"
                .formatted(
                        claimed.path("task").path("task_id").asText(),
                        claimed.path("fence").asLong(),
                        more);
    }

    @ParameterizedTest
    @MethodSource("eras")
    void aTaskForAnAgentIsClaimedDoneAndReported(Function<Caller, Tools> era) {
        var alice = era.apply(parley.agent(newName("alice")));
        var name = newName("reviewer");
        var reviewer = era.apply(parley.agent(name));
        var sent =
                alice.facts(
                        "send_to_agent",
                        """
                        {"agent_name":"%s","message":"Review this PR","deadline_seconds":300,"priority":10}
                        """
                                .formatted(name));
        assertThat(sent.path("state").asText()).isEqualTo("queued");
        assertThat(sent.path("recipient").asText()).startsWith(name);
        assertThat(sent.path("waits_because").asText()).contains(name);

        var claimed = reviewer.facts("claim_task", "{\"wait_seconds\":50}");
        assertThat(claimed.path("task").path("message").asText()).isEqualTo("Review this PR");
        assertThat(claimed.path("task").path("task_id")).isEqualTo(sent.path("task_id"));
        reviewer.facts(
                "report_progress", held(claimed, ",\"message\":\"Half of it\",\"percent\":50"));
        var run = "{\"run_id\":\"%s\"}".formatted(sent.path("run_id").asText());
        assertThat(alice.facts("get_run_status", run).at("/task/state").asText())
                .isEqualTo("running");
        var done = reviewer.facts("complete_task", held(claimed, ",\"result\":\"Two findings\""));
        assertThat(done.path("state").asText()).isEqualTo("completed");
        var again = reviewer.facts("complete_task", held(claimed, ",\"result\":\"Two findings\""));
        assertThat(again.path("duplicate").asBoolean()).isTrue();

        var status = alice.facts("get_run_status", run);
        assertThat(status.path("status").asText()).isEqualTo("completed");
        assertThat(status.at("/task/result/result").asText()).isEqualTo("Two findings");
        assertThat(alice.facts("check_inbox", "{}").path("messages").valueStream())
                .extracting(message -> message.path("text").asText())
                .containsExactly("Half of it", "Two findings");
    }

    @Test
    void whoeverCanMayClaimWhatIsForAnybody() {
        var alice = new Tools(Mcp.modern(parley.agent(newName("alice"))));
        var plain = new Tools(Mcp.modern(parley.agent(newName("plain"))));
        var name = newName("able");
        var caller = parley.agent(name);
        caller.put(
                "/api/agents/" + name,
                "{\"description\":\"x\",\"capabilities\":[\"haskell\",\"proofs\"]}");
        var able = new Tools(Mcp.modern(caller));
        var sent =
                alice.facts(
                        "send_message_async",
                        """
                        {"message":"Process this data","codebase_id":"my-project","priority":5,
                         "required_capabilities":["haskell"]}
                        """);
        assertThat(plain.facts("claim_task", "{}").path("task").isNull()).isTrue();
        var claimed = able.facts("claim_task", "{}");
        assertThat(claimed.path("task").path("task_id")).isEqualTo(sent.path("task_id"));
        assertThat(claimed.path("task").path("codebase_id").asText()).isEqualTo("my-project");
        var released =
                able.facts(
                        "complete_task",
                        held(claimed, ",\"outcome\":\"released\",\"result\":\"no time\""));
        assertThat(released.path("state").asText()).isEqualTo("queued");
        assertThat(able.problem("report_progress", held(claimed, ",\"message\":\"still\"")))
                .isEqualTo("stale-lease");
        var anew = able.facts("claim_task", "{}");
        assertThat(
                        able.facts(
                                        "complete_task",
                                        held(
                                                anew,
                                                ",\"outcome\":\"failed\",\"result\":\"no data\""))
                                .path("state")
                                .asText())
                .isEqualTo("failed");
    }

    @Test
    void aQuestionAboutATaskHasItWaitForAPerson() {
        var alice = new Tools(Mcp.modern(parley.agent(newName("alice"))));
        var name = newName("bob");
        var bob = new Tools(Mcp.legacy(parley.agent(name)));
        alice.facts("send_to_agent", "{\"agent_name\":\"%s\",\"message\":\"x\"}".formatted(name));
        var run = bob.facts("claim_task", "{}").path("task").path("run_id").asText();
        var asked =
                bob.facts(
                        "ask_user",
                        "{\"question\":\"Which?\",\"run_id\":\"%s\",\"wait_seconds\":0}"
                                .formatted(run));
        assertThat(state(alice, run)).isEqualTo("needs_input");
        var id = asked.path("question_id").asText();
        parley.owner()
                .post("/api/questions/" + id + "/answer", "{\"answer\":\"The first\"}")
                .expect(201);
        var answer = bob.facts("ask_user", "{\"question_id\":\"%s\"}".formatted(id));
        assertThat(answer.path("answer").asText()).isEqualTo("The first");
        assertThat(state(alice, run)).isEqualTo("running");
    }

    private static String state(Tools tools, String run) {
        return tools.facts("get_run_status", "{\"run_id\":\"%s\"}".formatted(run))
                .at("/task/state")
                .asText();
    }

    @Test
    void aTaskThatIsGivenTwiceWithOneKeyIsOneTaskAndAClaimTwiceIsOneClaim() {
        var alice = new Tools(Mcp.modern(parley.agent(newName("alice"))));
        var name = newName("bob");
        var bob = new Tools(Mcp.modern(parley.agent(name)));
        var give =
                "{\"agent_name\":\"%s\",\"message\":\"x\",\"idempotency_key\":\"once\"}"
                        .formatted(name);
        var first = alice.facts("send_to_agent", give);
        var second = alice.facts("send_to_agent", give);
        assertThat(second.path("task_id")).isEqualTo(first.path("task_id"));
        assertThat(second.path("duplicate").asBoolean()).isTrue();
        var claim = "{\"idempotency_key\":\"mine\"}";
        var claimed = bob.facts("claim_task", claim);
        assertThat(bob.facts("claim_task", claim).path("fence")).isEqualTo(claimed.path("fence"));
        assertThat(bob.facts("claim_task", "{}").path("task").isNull()).isTrue();
    }
}

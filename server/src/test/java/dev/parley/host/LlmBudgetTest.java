package dev.parley.host;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What models use is counted in every run that bears it, and ends where a budget does. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class LlmBudgetTest {
    private static final String AGENTS =
            """
            agents:
              boss: {host: llm, model: "openai:boss"}
              helper: {host: llm, model: "openai:priced"}
              poor: {host: llm, model: "openai:priced", budget: {cost: 0.0004}}
              hasty: {host: llm, model: "openai:priced", timeout: 1}
            """;

    @Parameter TestDatabase database = TestDatabase.SQLITE;

    /** The boss has the helper asked; whoever else is asked says yes. */
    private static ModelReply play(ScriptedModel.Asked asked) {
        boolean isBoss = asked.body().path("model").asText().equals("boss");
        return isBoss && !asked.isResult()
                ? ModelReply.call(
                        "ask_agent", "{\"agent_name\":\"helper\",\"question\":\"is it so?\"}")
                : ModelReply.say("yes");
    }

    private TestParley parley(ScriptedModel model, String budgets) {
        return TestParley.on(database)
                .with("sessions.roots", "/")
                .file(model.yaml() + AGENTS + budgets)
                .start();
    }

    private static Reply open(Caller caller, String agent) {
        return caller.post("/api/sessions", "{\"agent\":\"" + agent + "\"}").expect(201);
    }

    private static JsonNode say(Caller caller, Reply session) {
        var at = "/api/sessions/" + session.text("sessionId");
        caller.post(at + "/messages", "{\"message\":\"go\"}").expect(201);
        return caller.get(at + "/state?wait=idle").expect(200).json();
    }

    private static JsonNode usage(Caller caller, Reply session) {
        return caller.get("/api/runs/" + session.text("runId")).expect(200).json().path("usage");
    }

    @Test
    void itIsCountedInTheRunAndInThoseItIsDoneFor() {
        try (var model = ScriptedModel.start(LlmBudgetTest::play);
                var parley = parley(model, "")) {
            var ann = parley.person("ann");
            var session = open(ann, "boss");
            assertThat(usage(ann, session).isMissingNode()).isTrue();
            assertThat(say(ann, session).at("/lastMessage/content").asText()).isEqualTo("yes");
            var used = usage(ann, session);
            assertThat(used.path("calls").asInt()).isEqualTo(2);
            assertThat(used.path("input_tokens").asInt()).isEqualTo(200);
            assertThat(used.path("output_tokens").asInt()).isEqualTo(20);
            assertThat(used.path("cost").decimalValue()).isEqualByComparingTo("0");
            var all = used.path("with_children");
            assertThat(all.path("calls").asInt()).isEqualTo(3);
            assertThat(all.path("input_tokens").asInt()).isEqualTo(300);
            assertThat(all.path("cost").decimalValue()).isEqualByComparingTo("0.0003");
            assertThat(parley.owner().get("/metrics").text())
                    .contains(
                            "parley_model_tokens_total{direction=\"input\",provider=\"openai\"} 300")
                    .contains("parley_model_calls_seconds_count{outcome=\"answered\"");
        }
    }

    @Test
    void aRunMayUseSoMuchWithAllThatIsDoneForIt() {
        try (var model = ScriptedModel.start(LlmBudgetTest::play);
                var parley = parley(model, "budgets: {run: {tokens: 220}}")) {
            var ann = parley.person("ann");
            var session = open(ann, "boss");
            assertThat(say(ann, session).path("error").asText())
                    .isEqualTo(
                            "budget-spent: "
                                    + session.text("runId")
                                    + " has used 220 tokens of the 220 that budgets.run.tokens"
                                    + " allows in parley.yaml");
            assertThat(model.asked()).as("the boss, and the helper on its behalf").hasSize(2);
            assertThat(usage(ann, session).at("/with_children/calls").asInt()).isEqualTo(2);
        }
    }

    @Test
    void anAgentMayCostSoMuchInADayWhereverItWorks() {
        try (var model = ScriptedModel.start(LlmBudgetTest::play);
                var parley = parley(model, "budgets: {agent-day: {tokens: 1}}")) {
            var ann = parley.person("ann");
            assertThat(say(ann, open(ann, "poor")).path("error").asText()).isEmpty();
            assertThat(say(ann, open(ann, "poor")).path("error").asText()).isEmpty();
            assertThat(say(ann, open(ann, "poor")).path("error").asText())
                    .isEqualTo(
                            "budget-spent: poor has used 0.0006 of the 0.0004 that"
                                    + " agents.poor.budget.cost allows for a day in parley.yaml");
            assertThat(say(ann, open(ann, "helper")).path("error").asText()).isEmpty();
            assertThat(say(ann, open(ann, "helper")).path("error").asText())
                    .contains("budgets.agent-day.tokens");
        }
    }

    @ParameterizedTest
    @CsvSource({"helper,budgets.run.cost", "poor,agents.poor.budget.cost"})
    void aModelWithoutAPriceIsNotAskedWhereItsCostIsBounded(String agent, String key) {
        var budgets = agent.equals("helper") ? "budgets: {run: {cost: 1}}" : "";
        try (var model = ScriptedModel.start(LlmBudgetTest::play);
                var parley = parley(model, budgets)) {
            var alice = parley.agent("alice");
            var named = "{\"agent\":\"" + agent + "\",\"model\":\"openai:dear\"}";
            var dear = alice.post("/api/sessions", named).expect(201);
            assertThat(say(alice, dear).path("error").asText())
                    .contains("openai:dear has no price, and " + key + " bounds what may be spent")
                    .contains("models.openai.prices");
            assertThat(model.asked()).isEmpty();
            assertThat(say(alice, open(alice, agent)).path("error").asText()).isEmpty();
        }
    }

    @Test
    void whatAModelWasSentIsCountedThoughNothingCameBack() {
        try (var model = ScriptedModel.start(_ -> new ModelReply.Silence(""));
                var parley = parley(model, "")) {
            var ann = parley.person("ann");
            var late = open(ann, "hasty");
            assertThat(say(ann, late).path("error").asText()).contains("timeout");
            assertSentAlone(usage(ann, late));
            var stopped = open(ann, "helper");
            var at = "/api/sessions/" + stopped.text("sessionId");
            ann.post(at + "/messages", "{\"message\":\"go\"}").expect(201);
            while (model.asked().size() < 2) {
                Thread.onSpinWait();
            }
            ann.post(at + "/stop", "{}").expect(200);
            while (usage(ann, stopped).isMissingNode()) {
                Thread.onSpinWait();
            }
            assertSentAlone(usage(ann, stopped));
        }
    }

    private static void assertSentAlone(JsonNode used) {
        assertThat(used.path("calls").asInt()).isEqualTo(1);
        assertThat(used.path("output_tokens").asInt()).isZero();
        assertThat(used.path("input_tokens").asInt()).isGreaterThan(100);
        assertThat(used.path("cost").decimalValue()).isPositive();
    }

    @Test
    void whatAModelHasRefusedIsNotCounted() {
        try (var model = ScriptedModel.start(_ -> ModelReply.refuse(400, "no"));
                var parley = parley(model, "")) {
            var ann = parley.person("ann");
            var session = open(ann, "helper");
            assertThat(say(ann, session).path("error").asText()).contains("answers 400");
            assertThat(usage(ann, session).isMissingNode()).isTrue();
        }
    }

    @Test
    void anAnswerThatWasGivenUpIsCountedAsFarAsItCame() {
        try (var model = ScriptedModel.start(_ -> new ModelReply.Silence("once upon a time "));
                var parley = parley(model, "")) {
            var ann = parley.person("ann");
            var session = open(ann, "hasty");
            assertThat(say(ann, session).path("error").asText()).contains("timeout");
            var used = usage(ann, session);
            assertThat(used.path("calls").asInt()).isEqualTo(1);
            assertThat(used.path("output_tokens").asInt()).isEqualTo(4);
            assertThat(used.path("input_tokens").asInt())
                    .as("most of it describes tools")
                    .isBetween(1_000, 10_000);
        }
    }
}

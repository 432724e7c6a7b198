package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.host.ModelReply;
import dev.parley.host.ScriptedModel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A model judges what children report, before their parent goes on. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class JudgedReportsTest {
    private static final String YES = "{\"completed\":true,\"reason\":\"there it is\"}";
    private static final String NO = "{\"completed\":false,\"reason\":\"there is no number\"}";
    private static final String DELEGATE =
            "{\"messages\":[{\"to\":\"math\",\"kind\":\"DELEGATE\",\"payload\":{\"task\":\"which"
                    + " number?\"}}]}";

    private static final String AGENTS =
            """
            agents:
              boss: {host: llm, model: "openai:boss", tools: []}
              math: {host: llm, parent: boss, model: "openai:math", tools: []}
            counsel: {model: "openai:judge"}
            """;

    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley(ScriptedModel model, String more) {
        return TestParley.on(database)
                .with("sessions.roots", "/")
                .file(model.yaml() + AGENTS + more)
                .start();
    }

    /** The boss delegates, asks for what is missing, and else passes on what it is told. */
    private static ModelReply play(ScriptedModel.Asked asked, String verdict) {
        var last = asked.last();
        return ModelReply.say(
                switch (asked.body().path("model").asText()) {
                    case "judge" -> last.contains("the number is 5") ? YES : verdict;
                    case "math" -> last.contains("try again") ? "the number is 5" : "I will see";
                    default ->
                            last.contains("judged: not completed")
                                    ? "try again"
                                    : last.contains("(REPORT)")
                                            ? "it says " + last.lines().toList().getLast()
                                            : DELEGATE;
                });
    }

    private static String tell(Caller ann) {
        var run =
                ann.run(
                        "{\"protocol\":\"tree\",\"participants\":{\"root\":\"boss\",\"math\":\"math\"}}");
        ann.say(run, "{\"to\":\"root\",\"kind\":\"message\",\"summary\":\"the number\"}");
        return run;
    }

    private static List<String> verdicts(List<JsonNode> entries) {
        return entries.stream()
                .filter(one -> one.path("kind").asText().equals("REPORT"))
                .map(one -> one.path("verdict").toString())
                .toList();
    }

    @Test
    void whatTheRuleWouldTakeIsFollowedUpWhenTheModelMissesSomething() {
        try (var model = ScriptedModel.start(asked -> play(asked, NO));
                var parley = parley(model, "")) {
            var ann = parley.person("ann");
            var run = tell(ann);
            var entries = new Story(ann).entries(run, "final_response");
            assertThat(verdicts(entries)).containsExactly(NO, YES);
            assertThat(entries.getLast().path("summary").asText())
                    .isEqualTo("it says the number is 5");
            assertThat(model.asked())
                    .filteredOn(one -> one.body().path("model").asText().equals("judge"))
                    .extracting(ScriptedModel.Asked::last)
                    .containsExactly(
                            "{\"task\":\"which number?\",\"report\":{\"status\":\"completed\","
                                    + "\"result\":\"I will see\"}}",
                            "{\"task\":\"which number?\\n\\ntry again\",\"report\":{\"status\":"
                                    + "\"completed\",\"result\":\"the number is 5\"}}");
            assertThat(ann.get("/api/runs/" + run).json().at("/usage/calls").asInt())
                    .as("three turns of the boss, two of math, two judgements")
                    .isEqualTo(7);
        }
    }

    @Test
    void withNoOpinionTheRuleStands() {
        try (var model = ScriptedModel.start(asked -> play(asked, "well, hm"));
                var parley = parley(model, "")) {
            var ann = parley.person("ann");
            var entries = new Story(ann).entries(tell(ann), "final_response");
            assertThat(verdicts(entries))
                    .containsExactly(
                            "{\"completed\":true,\"reason\":\"it says that it is done, and brings a"
                                    + " result\"}");
            assertThat(entries.getLast().path("summary").asText()).isEqualTo("it says I will see");
        }
    }
}

package dev.parley.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.host.LlmSpec;
import dev.parley.model.Provider.Api;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelRowsTest {
    @TempDir Path data;

    private Config resolve(String yaml) throws IOException {
        Files.writeString(data.resolve("parley.yaml"), yaml);
        return Config.resolve(Map.of("--data", data.toString()), Map.of("KEY", "s3cret"));
    }

    @Test
    void providersAgentsAndBudgetsAreReadAndKeysAreShownNowhere() throws IOException {
        var file = Files.writeString(data.resolve("key"), "from-file\n");
        var config =
                resolve(
                        """
                        models:
                          openai: {api-key: "${KEY}", prices: {small: {input: 0.25, output: 2}}}
                          anthropic: {api-key-file: "%s"}
                          vllm: {api: openai, base-url: "http://gpu:8000/v1"}
                        agents:
                          sage: {host: llm, model: "vllm:qwen:8b", tools: [], budget: {tokens: 10}}
                        budgets:
                          run: {tokens: 1000, cost: 2.50}
                        """
                                .formatted(file));
        var providers = config.models();
        assertThat(providers)
                .extracting(one -> one.key())
                .containsExactly("s3cret", "from-file", null);
        assertThat(providers.getLast().api()).isEqualTo(Api.OPENAI);
        assertThat(providers.get(1).url()).hasToString("https://api.anthropic.com/v1");
        var sage = (LlmSpec) config.agents().getFirst().means();
        assertThat(sage.model().model()).isEqualTo("qwen:8b");
        assertThat(sage.tools()).isEmpty();
        assertThat(config.budgets().run().cost()).isEqualByComparingTo("2.5");
        assertThat(config.settings())
                .filteredOn(setting -> setting.key().matches("models|budgets|agents"))
                .extracting(Setting::value)
                .containsExactly(
                        "openai (https://api.openai.com/v1), anthropic"
                                + " (https://api.anthropic.com/v1), vllm (http://gpu:8000/v1)",
                        "run 1000 tokens and cost 2.5",
                        "sage (llm)");
        assertThat(providers.toString()).doesNotContain("s3cret");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "models: {here: {base-url: \"http://x\"}} | models.here.api must be one of",
                "models: {anthropic: {}} | models.anthropic needs an api-key",
                "models: {openai: {api-key: \"${NONE}\"}} | names the variable NONE",
                "models: {openai: {prices: {m: {input: -1}}}} | models.openai.prices.m.input must be",
                "models: {openai: {url: x}} | models.openai.url is not known",
                "counsel: {model: \"openai:m\"} | counsel.model is openai:m, but models: has no provider openai",
                "counsel: {model: gpt} | counsel.model must be empty or provider:model",
                "counsel: {answers: true} | counsel.answers must be false without counsel.model",
                "agents: {a: {host: llm, model: \"openai:m\"}} | models: has no provider openai",
                "agents: {a: {host: llm, model: m}} | agents.a.model: a model is named as",
                "agents: {a: {host: llm}} | agents.a.model is missing",
                "budgets: {run: {tokens: 1.5}} | budgets.run.tokens must be a whole number",
                "budgets: {runs: {}} | budgets.runs is not known",
            })
    void whatIsWrongIsSaidWithItsPlace(String yaml, String complaint) {
        assertThatThrownBy(() -> resolve(yaml)).hasMessageContaining(complaint);
    }
}

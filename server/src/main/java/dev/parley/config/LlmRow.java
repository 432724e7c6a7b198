package dev.parley.config;

import dev.parley.host.LlmSpec;
import dev.parley.model.ModelRef;
import dev.parley.protocol.ParleyException;
import java.util.List;
import java.util.Objects;

/** What an agent says of itself that is a model. */
final class LlmRow {
    static final List<String> FIELDS =
            List.of(
                    "instructions",
                    "max-tokens",
                    "temperature",
                    "max-tool-rounds",
                    "max-history-turns",
                    "max-history-chars",
                    "max-output-chars",
                    "max-tool-chars",
                    "tools",
                    "budget");

    private LlmRow() {}

    static LlmSpec read(Row row) {
        var temperature = row.amount("temperature");
        return new LlmSpec(
                model(row),
                Objects.requireNonNullElse(row.text("instructions"), ""),
                number(row, "max-tokens", 4_096),
                temperature == null ? null : temperature.doubleValue(),
                number(row, "max-tool-rounds", 20),
                number(row, "max-history-turns", 40),
                number(row, "max-history-chars", 48_000),
                number(row, "max-output-chars", 64_000),
                number(row, "max-tool-chars", 16_000),
                row.has("tools") ? row.texts("tools") : null,
                row.has("budget") ? BudgetRows.budget(row.row("budget")) : null);
    }

    private static ModelRef model(Row row) {
        try {
            return ModelRef.read(row.requiredText("model"));
        } catch (ParleyException wrong) {
            throw Row.wrong(row.at() + ".model: " + wrong.detail());
        }
    }

    private static int number(Row row, String field, int otherwise) {
        return Objects.requireNonNullElse(row.value(Rule.between(1, 1_000_000), field), otherwise);
    }
}

package dev.parley.config;

import dev.parley.budget.Budget;
import dev.parley.budget.Spending.Budgets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What stands under {@code budgets:}: how much models may use in a run, and for an agent in a day.
 */
final class BudgetRows {
    private BudgetRows() {}

    static Budgets read(Row row) {
        if (row.json().isNull()) {
            return Budgets.NONE;
        }
        row.requireKnown(List.of("run", "agent-day"));
        return new Budgets(
                row.has("run") ? budget(row.row("run")) : Budget.NONE,
                row.has("agent-day") ? budget(row.row("agent-day")) : Budget.NONE);
    }

    static Budget budget(Row row) {
        row.requireKnown(List.of("tokens", "cost"));
        return new Budget(row.count("tokens"), row.amount("cost"));
    }

    static String words(Budgets budgets) {
        return Stream.of(words("run", budgets.run()), words("agent-day", budgets.agent()))
                .filter(words -> !words.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static String words(String name, Budget budget) {
        var parts =
                Stream.of(
                                budget.tokens() == null ? "" : budget.tokens() + " tokens",
                                budget.cost() == null
                                        ? ""
                                        : "cost " + budget.cost().toPlainString())
                        .filter(part -> !part.isEmpty())
                        .collect(Collectors.joining(" and "));
        return parts.isEmpty() ? "" : name + " " + parts;
    }
}

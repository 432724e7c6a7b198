package dev.parley.config;

import dev.parley.budget.Spending.Budgets;
import dev.parley.host.AgentSpec;
import dev.parley.host.LlmSpec;
import dev.parley.model.ModelRef;
import dev.parley.model.Provider;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Reads values out of the sources, and keeps every complaint for one answer at the end. */
final class Values {
    private final Sources sources;
    private final List<String> errors;
    private final List<Setting> settings = new ArrayList<>();

    Values(Sources sources) {
        this.sources = sources;
        this.errors = new ArrayList<>(sources.errors());
    }

    /**
     * The key's value; one that is refused is complained of, and the default goes on in its place.
     */
    <T> T get(Key<T> key) {
        var raw = sources.of(key);
        try {
            var value = key.read(raw.text());
            settings.add(new Setting(key.name(), key.show(value), raw.from(), key.doc()));
            return value;
        } catch (ParleyException e) {
            complain(e);
            return key.fallbackValue();
        }
    }

    /** A part built of several values; empty, and complained of, when they do not go together. */
    <T> Optional<T> part(Supplier<T> part) {
        try {
            return Optional.of(part.get());
        } catch (ParleyException e) {
            complain(e);
            return Optional.empty();
        }
    }

    Kinds kinds() {
        var rows = sources.yaml().rows("kinds");
        var read = KindRows.read(rows.json());
        var from = rows.from();
        read.errors().forEach(error -> errors.add(error + " (from " + from + ")"));
        settings.add(
                new Setting(
                        "kinds",
                        read.rows().stream().map(k -> k.name()).collect(Collectors.joining(", ")),
                        from,
                        "kinds of message beside the standard ones"));
        return Kinds.standard().with(read.rows());
    }

    Config.Tools tools() {
        var rows = sources.yaml().rows("tools");
        var read = ToolRows.read(rows.json(), sources.environment());
        read.errors().forEach(error -> errors.add(error + " (from " + rows.from() + ")"));
        settings.add(
                new Setting(
                        "tools",
                        read.words(),
                        rows.from(),
                        "tool servers, and which agents may use what of them"));
        return new Config.Tools(read.servers(), read.policy());
    }

    List<Provider> models() {
        var rows = sources.yaml().rows("models");
        var read = ModelRows.read(rows.json(), sources.environment());
        read.errors().forEach(error -> errors.add(error + " (from " + rows.from() + ")"));
        settings.add(
                new Setting("models", read.words(), rows.from(), "providers of models for agents"));
        return read.providers();
    }

    Budgets budgets() {
        var rows = sources.yaml().rows("budgets");
        var read =
                part(() -> BudgetRows.read(rows.json(), sources.environment()))
                        .orElse(Budgets.NONE);
        settings.add(
                new Setting(
                        "budgets",
                        BudgetRows.words(read),
                        rows.from(),
                        "how much models may use in a run, and for an agent in a day"));
        return read;
    }

    List<AgentSpec> agents() {
        var rows = sources.yaml().rows("agents");
        var read = AgentRows.read(rows.json(), sources.environment());
        read.errors().forEach(error -> errors.add(error + " (from " + rows.from() + ")"));
        settings.add(
                new Setting(
                        "agents", read.words(), rows.from(), "agents that the hub runs itself"));
        return read.agents();
    }

    /** Refuses an agent, and counsel, whose model nobody provides. */
    void requireProviders(
            List<AgentSpec> agents, Optional<ModelRef> counsel, List<Provider> models) {
        var known = models.stream().map(Provider::name).collect(Collectors.toSet());
        counsel.ifPresent(model -> requireProvider("counsel", model, known));
        for (var agent : agents) {
            if (agent.means() instanceof LlmSpec llm) {
                requireProvider("agents." + agent.resident().name().value(), llm.model(), known);
            }
        }
    }

    private void requireProvider(String whose, ModelRef model, Set<String> known) {
        providerProblem(whose, model, known).ifPresent(errors::add);
    }

    /** What is wrong with a model that nobody provides. */
    static Optional<String> providerProblem(String whose, ModelRef model, Set<String> known) {
        return known.contains(model.provider())
                ? Optional.empty()
                : Optional.of(
                        "%s.model is %s, but models: has no provider %s"
                                .formatted(whose, model, model.provider()));
    }

    List<Setting> settings() {
        return settings;
    }

    void refuseIfAnythingIsWrong() {
        if (!errors.isEmpty()) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    String.join("\n", errors),
                    Map.of("errors", List.copyOf(errors)));
        }
    }

    private void complain(ParleyException e) {
        var from =
                Keys.all().stream()
                        .filter(key -> key.name().equals(e.extras().get("key")))
                        .map(key -> sources.of(key).from())
                        .filter(where -> !where.equals(Setting.DEFAULT))
                        .findFirst();
        errors.add(e.detail() + from.map(where -> " (from " + where + ")").orElse(""));
    }
}

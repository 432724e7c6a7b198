package dev.parley.config;

import dev.parley.budget.Spending.Budgets;
import dev.parley.host.AgentSpec;
import dev.parley.host.LlmSpec;
import dev.parley.model.ModelRef;
import dev.parley.model.Provider;
import dev.parley.protocol.Kind;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
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
        return Kinds.standard()
                .with(
                        named(
                                "kinds",
                                KindRows::read,
                                Kind::name,
                                "kinds of message beside the standard ones"));
    }

    Config.Tools tools() {
        var read = ToolRows.read(row("tools"));
        note(
                "tools",
                read.errors(),
                read.words(),
                "tool servers, and which agents may use what of them");
        return new Config.Tools(read.servers(), read.policy());
    }

    List<Provider> models() {
        return named(
                "models", ModelRows::read, Provider::toString, "providers of models for agents");
    }

    Budgets budgets() {
        var read = part(() -> BudgetRows.read(row("budgets"))).orElse(Budgets.NONE);
        note(
                "budgets",
                List.of(),
                BudgetRows.words(read),
                "how much models may use in a run, and for an agent in a day");
        return read;
    }

    List<AgentSpec> agents() {
        return named(
                "agents", AgentRows::read, AgentRows::words, "agents that the hub runs itself");
    }

    /**
     * What stands by name under a key.
     *
     * @param words says one of them, without what may be a secret
     */
    private <T> List<T> named(
            String key,
            Function<Row, NamedRows<T>> reading,
            Function<T, String> words,
            String doc) {
        var rows = reading.apply(row(key));
        var all = rows.read().stream().map(words).collect(Collectors.joining(", "));
        note(key, rows.errors(), all, doc);
        return rows.read();
    }

    private Row row(String key) {
        return new Row(key, sources.yaml().rows(key).json(), sources.environment());
    }

    private void note(String key, List<String> wrong, String words, String doc) {
        var from = sources.yaml().rows(key).from();
        wrong.forEach(error -> errors.add(error + " (from " + from + ")"));
        settings.add(new Setting(key, words, from, doc));
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

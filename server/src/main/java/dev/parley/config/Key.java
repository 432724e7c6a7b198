package dev.parley.config;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * One thing that can be set.
 *
 * @param name as in {@code parley.yaml}: {@code http.port}
 * @param flag as on the command line: {@code --port}; empty when there is none
 * @param fallback the default, as text
 * @param doc what it is, in one line
 */
public record Key<T>(String name, String flag, String fallback, Rule<T> rule, String doc) {
    private static final Set<String> SECRET = Set.of("store.url", "notify.secret", "mail.password");

    /** The variable that sets it: {@code PARLEY_HTTP_PORT}. */
    public String variable() {
        return "PARLEY_" + name.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    /** The value that this text stands for; refused when it stands for none that is allowed. */
    T read(String text) {
        return rule.read()
                .apply(text.strip())
                .filter(rule.allows())
                .orElseThrow(() -> refusal(rule.must(), isSecret() ? "***" : text));
    }

    T fallbackValue() {
        return read(fallback);
    }

    /** Refuses a value that breaks the rule, however it came about. */
    void check(T value) {
        if (!rule.allows().test(value)) {
            throw refusal(rule.must(), show(value));
        }
    }

    String show(T value) {
        return rule.show().apply(value);
    }

    /** Names this key, so that whoever knows where it was set can add that. */
    ParleyException refusal(String must, String was) {
        return new ParleyException(
                Problem.BAD_VALUE, name + " " + must + ", was " + was, Map.of("key", name));
    }

    private boolean isSecret() {
        return SECRET.contains(name);
    }
}

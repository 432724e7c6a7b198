package dev.parley.model;

import java.net.URI;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whoever runs models. In words it tells nothing that may be a secret.
 *
 * @param name as references to its models begin
 * @param key what the hub is let in with
 * @param prices by the name of a model; what is not priced costs nothing, and is not asked where
 *     cost is bounded
 */
public record Provider(
        String name, Api api, URI url, @Nullable String key, Map<String, Price> prices) {
    /** What it understands. */
    public enum Api {
        /** Chat completions, which many speak beside OpenAI. */
        OPENAI("https://api.openai.com/v1"),
        ANTHROPIC("https://api.anthropic.com/v1"),
        OLLAMA("http://localhost:11434");

        private final URI usual;

        Api(String usual) {
            this.usual = URI.create(usual);
        }

        /** Where it usually is. */
        public URI usual() {
            return usual;
        }
    }

    public Provider {
        prices = Map.copyOf(prices);
    }

    boolean hasPrice(String model) {
        return prices.containsKey(model);
    }

    Price price(String model) {
        return prices.getOrDefault(model, Price.NONE);
    }

    /** The same words without the key, should somebody have repeated it. */
    String discreet(String words) {
        return key == null || key.isEmpty() ? words : words.replace(key, "***");
    }

    @Override
    public String toString() {
        return name + " (" + url.getScheme() + "://" + url.getAuthority() + url.getPath() + ")";
    }
}

package dev.parley.model;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;

/**
 * Which model is meant, written {@code provider:model}; what follows the first colon is its name.
 */
public record ModelRef(String provider, String model) {
    public static ModelRef read(String text) {
        int colon = text.indexOf(':');
        if (colon <= 0 || colon == text.length() - 1) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a model is named as provider:model, such as openai:gpt-5-mini, not as "
                            + text);
        }
        return new ModelRef(text.substring(0, colon), text.substring(colon + 1));
    }

    @Override
    public String toString() {
        return provider + ":" + model;
    }
}

package dev.parley.run;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Words that a list is searched for, whatever their case. */
public record Phrase(String words) {
    private static final int MAX_LENGTH = 200;

    public Phrase {
        if (words.isBlank() || words.length() > MAX_LENGTH) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "text must have between 1 and " + MAX_LENGTH + " characters");
        }
        words = words.strip().toLowerCase(Locale.ROOT);
    }

    public boolean isIn(@Nullable String text) {
        return text != null && text.toLowerCase(Locale.ROOT).contains(words);
    }

    public boolean isInOneOf(Collection<String> texts) {
        return texts.stream().anyMatch(this::isIn);
    }
}

package dev.parley.protocol;

import java.util.List;

/**
 * What an event is about: words with dots between them, such as {@code agent.ann.task.complete}.
 */
public record TopicName(String value) {
    public static final int MAX = 256;

    public TopicName {
        if (value.isEmpty()
                || value.length() > MAX
                || value.indexOf('*') >= 0
                || value.chars().anyMatch(Character::isISOControl)
                || words(value).contains("")) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a topic must be 1 to "
                            + MAX
                            + " characters, words with dots between them and no *, was "
                            + Names.quote(value));
        }
    }

    public List<String> words() {
        return words(value);
    }

    static List<String> words(String text) {
        return List.of(text.split("\\.", -1));
    }

    @Override
    public String toString() {
        return value;
    }
}

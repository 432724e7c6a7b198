package dev.parley.protocol;

import java.util.List;

/**
 * Which topics somebody wants: a topic, in which {@code *} stands for any one word and {@code **}
 * for any number of them, none included.
 */
public record TopicPattern(String value) {
    private static final String ONE = "*";
    private static final String ANY = "**";

    public TopicPattern {
        var words = TopicName.words(value);
        boolean isFine =
                !value.isEmpty()
                        && value.length() <= TopicName.MAX
                        && value.chars().noneMatch(Character::isISOControl)
                        && words.stream().allMatch(TopicPattern::isWord);
        if (!isFine) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a pattern must be 1 to "
                            + TopicName.MAX
                            + " characters, words with dots between them, of which whole ones may"
                            + " be * or **, was "
                            + Names.quote(value));
        }
    }

    private static boolean isWord(String word) {
        return word.equals(ONE) || word.equals(ANY) || (!word.isEmpty() && !word.contains(ONE));
    }

    public boolean matches(TopicName topic) {
        return matches(TopicName.words(value), topic.words());
    }

    /** Goes through both once for each {@code **}, so that no pattern takes long. */
    private static boolean matches(List<String> pattern, List<String> topic) {
        int p = 0;
        int t = 0;
        int lastAny = -1;
        int resume = 0;
        while (t < topic.size()) {
            if (p < pattern.size() && pattern.get(p).equals(ANY)) {
                lastAny = p++;
                resume = t;
            } else if (p < pattern.size() && isOne(pattern.get(p), topic.get(t))) {
                p++;
                t++;
            } else if (lastAny >= 0) {
                p = lastAny + 1;
                t = ++resume;
            } else {
                return false;
            }
        }
        while (p < pattern.size() && pattern.get(p).equals(ANY)) {
            p++;
        }
        return p == pattern.size();
    }

    private static boolean isOne(String wanted, String word) {
        return wanted.equals(ONE) || wanted.equals(word);
    }

    @Override
    public String toString() {
        return value;
    }
}

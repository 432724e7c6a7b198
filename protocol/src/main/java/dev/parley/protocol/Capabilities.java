package dev.parley.protocol;

import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What an agent can be given to do, or what a task needs, as plain words; the same words in any
 * order are the same capabilities.
 */
public record Capabilities(List<String> words) {
    /** How many a worker may have. */
    public static final int MAX = 64;

    public static final Capabilities NONE = new Capabilities(List.of());

    private static final Pattern WORD =
            Pattern.compile("[\\p{L}\\p{N}_][\\p{L}\\p{N}\\p{M}_.:+-]{0,63}");
    private static final String SEPARATOR = ",";

    public Capabilities {
        words = List.copyOf(new TreeSet<>(words));
        if (words.size() > MAX) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "capabilities must be at most " + MAX + ", were " + words.size());
        }
        words.forEach(Capabilities::requireWord);
    }

    public static Capabilities of(String... words) {
        return of(List.of(words));
    }

    public static Capabilities of(Collection<String> words) {
        return new Capabilities(List.copyOf(words));
    }

    /** Reads what {@link #toString} has written. */
    public static Capabilities parse(String text) {
        return text.isEmpty() ? NONE : new Capabilities(List.of(text.split(SEPARATOR)));
    }

    /** Refuses what is no capability. */
    public static void requireWord(String word) {
        if (!WORD.matcher(word).matches()) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a capability must be one plain word of 1 to 64 letters, digits or . _ : + -,"
                            + " was "
                            + Names.quote(word));
        }
    }

    /** Whether whoever has these may do what needs those. */
    public boolean suffice(Capabilities needed) {
        return lacking(needed).isEmpty();
    }

    /** What of those is not among these. */
    public SortedSet<String> lacking(Capabilities needed) {
        return needed.words.stream()
                .filter(word -> !words.contains(word))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public String toString() {
        return String.join(SEPARATOR, words);
    }
}

package dev.parley.protocol;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Guesses which name was meant by one that does not exist. */
public final class NearMiss {
    private NearMiss() {}

    /** Ends a sentence: {@code ; did you mean http.port?} or, when nothing is near, nothing. */
    public static String hint(String written, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(name -> distance(written, name)))
                .filter(name -> isNear(written, name))
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
    }

    /** The name that a slip of the fingers may have turned into this. */
    public static Optional<String> meant(String written, Collection<String> known) {
        return known.stream()
                .filter(name -> isTypo(written, name))
                .min(Comparator.comparingInt(name -> distance(written, name)));
    }

    /** Whether the two differ by no more than a slip of the fingers. */
    public static boolean isTypo(String written, String name) {
        return edits(plain(written), plain(name)) <= 2;
    }

    /** Whether one in three letters, at most, is another. */
    private static boolean isNear(String written, String name) {
        return distance(written, name) <= Math.max(1, written.length() / 3);
    }

    /**
     * How many letters differ; a group left out, capitals, and _ for - count as next to nothing.
     */
    private static int distance(String written, String name) {
        var a = plain(written);
        var b = plain(name);
        return b.endsWith("." + a) || b.startsWith(a + ".") ? 1 : edits(a, b);
    }

    private static String plain(String name) {
        return name.replaceAll("(?<=[a-z])(?=[A-Z])", "-")
                .replace('_', '-')
                .toLowerCase(Locale.ROOT);
    }

    /** Levenshtein's distance, row by row. */
    private static int edits(String a, String b) {
        var row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}

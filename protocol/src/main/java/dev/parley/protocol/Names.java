package dev.parley.protocol;

import java.util.regex.Pattern;

/**
 * The rules for names and ids; one place, so that every door refuses the same ones in the same
 * words.
 */
public final class Names {
    public static final int MAX_ID = 128;
    public static final int MAX_NAME = 100;

    private static final String ID_SIGNS = ".:~@+=-";
    private static final Pattern NAME =
            Pattern.compile(
                    "[\\p{L}\\p{N}_]([\\p{L}\\p{N}\\p{M} ._:@+()&'-]*[\\p{L}\\p{N}\\p{M}_.)])?");

    private Names() {}

    /**
     * Ids are what machines pass around: no spaces, no slashes, nothing that a file system could
     * take for a path, at most {@value #MAX_ID} characters.
     */
    public static void requireId(String field, String value) {
        if (!isId(value)) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    field
                            + " must be 1 to "
                            + MAX_ID
                            + " letters, digits or . _ : ~ @ + = -, beginning with a letter or"
                            + " digit, was "
                            + quote(value));
        }
    }

    /** Looked at for every id of every row that is read, so by hand rather than by a pattern. */
    private static boolean isId(String value) {
        if (value.isEmpty() || value.length() > MAX_ID || !isWord(value.charAt(0))) {
            return false;
        }
        for (int i = 1; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!isWord(c) && ID_SIGNS.indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Most names are one word, and are seen again with every row. */
    private static boolean isWord(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (!isWord(value.charAt(i))) {
                return false;
            }
        }
        return !value.isEmpty();
    }

    private static boolean isWord(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= '0' && c <= '9')
                || (c >= 'A' && c <= 'Z')
                || c == '_';
    }

    /** Agent names are what people read: letters of any script, spaces inside, never a slash. */
    public static void requireName(String field, String value) {
        if (value.length() > MAX_NAME || !(isWord(value) || NAME.matcher(value).matches())) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    field
                            + " must be 1 to "
                            + MAX_NAME
                            + " letters, digits, spaces or . _ : @ + - ( ) & ', was "
                            + quote(value));
        }
    }

    /** A sender's text, made fit to appear in a sentence: short, and without control characters. */
    public static String quote(String value) {
        var shown = value.length() <= 40 ? value : value.substring(0, 40) + "…";
        return '"' + shown.replaceAll("[\\p{Cntrl}\\p{Cs}]", "?") + '"';
    }
}

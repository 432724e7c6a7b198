package dev.parley.protocol;

import java.util.regex.Pattern;

/**
 * The rules for names and ids; one place, so that every door refuses the same ones in the same
 * words.
 */
public final class Names {
    public static final int MAX_ID = 128;
    public static final int MAX_NAME = 100;

    private static final Pattern ID =
            Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._:~@+=-]{0," + (MAX_ID - 1) + "}");
    private static final Pattern NAME =
            Pattern.compile(
                    "[\\p{L}\\p{N}_]([\\p{L}\\p{N}\\p{M} ._:@+()&'-]*[\\p{L}\\p{N}\\p{M}_.)])?");

    private Names() {}

    /**
     * Ids are what machines pass around: no spaces, no slashes, nothing that a file system could
     * take for a path, at most {@value #MAX_ID} characters.
     */
    public static void requireId(String field, String value) {
        if (!ID.matcher(value).matches()) {
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

    /** Agent names are what people read: letters of any script, spaces inside, never a slash. */
    public static void requireName(String field, String value) {
        if (value.length() > MAX_NAME || !NAME.matcher(value).matches()) {
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

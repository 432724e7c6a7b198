package dev.parley.cli;

import java.util.regex.Pattern;

/** A word as a shell must be given it, so that a command may be copied whatever it names. */
public final class Quoted {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+,-]+");

    private Quoted() {}

    public static String word(String word) {
        var safe = Printable.line(word);
        return PLAIN.matcher(safe).matches() ? safe : "'" + safe.replace("'", "'\\''") + "'";
    }
}

package dev.parley.audit;

import java.util.regex.Pattern;

/** Makes a text fit to be kept for ever: no token of ours, no odd signs, not long. */
final class Discreet {
    /** Whatever begins as a token does, whole or cut short. */
    private static final Pattern TOKEN = Pattern.compile("pa_[A-Za-z0-9_-]*");

    private static final Pattern BEARER = Pattern.compile("(?i)bearer\\s+\\S+");

    /** Neither database keeps all of these. */
    private static final Pattern ODD = Pattern.compile("[\\p{Cc}\\p{Cs}]");

    private Discreet() {}

    static String text(String text, int most) {
        var masked = BEARER.matcher(TOKEN.matcher(text).replaceAll("tok_…")).replaceAll("Bearer …");
        var plain = ODD.matcher(masked).replaceAll("\ufffd");
        return plain.codePointCount(0, plain.length()) <= most
                ? plain
                : plain.substring(0, plain.offsetByCodePoints(0, most - 1)) + "…";
    }
}

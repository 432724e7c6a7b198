package dev.parley.protocol.codec;

import java.util.HexFormat;

/**
 * Half surrogate pairs, which JSON can escape but no charset can encode. Within a JSON text they
 * only ever stand inside a string, and never right after an open backslash.
 */
final class Surrogates {
    private Surrogates() {}

    static boolean hasLone(String text) {
        return nextLone(text, 0) < text.length();
    }

    /** The same JSON text, with every half pair written as an escape. */
    static String escapeLone(String json) {
        int first = nextLone(json, 0);
        if (first == json.length()) {
            return json;
        }
        var escaped = new StringBuilder(json.length() + 16);
        int done = 0;
        for (int at = first; at < json.length(); at = nextLone(json, done)) {
            escaped.append(json, done, at).append("\\u");
            HexFormat.of().toHexDigits(escaped, (byte) (json.charAt(at) >> 8));
            HexFormat.of().toHexDigits(escaped, (byte) json.charAt(at));
            done = at + 1;
        }
        return escaped.append(json, done, json.length()).toString();
    }

    private static int nextLone(String text, int from) {
        int at = from;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (!Character.isSurrogate(c)) {
                at++;
            } else if (isPair(text, at)) {
                at += 2;
            } else {
                return at;
            }
        }
        return at;
    }

    private static boolean isPair(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                && at + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(at + 1));
    }
}

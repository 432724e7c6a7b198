package dev.parley.protocol.codec;

import java.util.regex.Pattern;

/** A text as one short line, for lists and notices. */
public final class OneLine {
    /** How many characters a summary made by Parley has at most. */
    public static final int MAX_SUMMARY = 280;

    private static final Pattern GAPS = Pattern.compile("[\\s\\p{Z}\\p{Cntrl}]+");

    private OneLine() {}

    /** The text with its white space collapsed, cut between two characters where it is too long. */
    public static String summary(String text) {
        return of(text, MAX_SUMMARY);
    }

    /** The same where there is room for so many characters. */
    public static String of(String text, int most) {
        var line = GAPS.matcher(text).replaceAll(" ").strip();
        if (line.length() <= most) {
            return line;
        }
        int end = most - 1;
        boolean isPairSplit =
                Character.isHighSurrogate(line.charAt(end - 1))
                        && Character.isLowSurrogate(line.charAt(end));
        return line.substring(0, isPairSplit ? end - 1 : end) + "…";
    }
}

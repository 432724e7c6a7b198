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
        var line = GAPS.matcher(text).replaceAll(" ").strip();
        if (line.length() <= MAX_SUMMARY) {
            return line;
        }
        int end = MAX_SUMMARY - 1;
        boolean isPairSplit =
                Character.isHighSurrogate(line.charAt(end - 1))
                        && Character.isLowSurrogate(line.charAt(end));
        return line.substring(0, isPairSplit ? end - 1 : end) + "…";
    }
}

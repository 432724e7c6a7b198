package dev.parley.protocol.codec;

/** A text as one short line, for lists and notices. */
public final class OneLine {
    /** How many characters a summary made by Parley has at most. */
    public static final int MAX_SUMMARY = 280;

    private static final char DELETE = '\u007f';

    private OneLine() {}

    /** The text with its white space collapsed, cut between two characters where it is too long. */
    public static String summary(String text) {
        return of(text, MAX_SUMMARY);
    }

    /** The same where there is room for so many characters. */
    public static String of(String text, int most) {
        var line = new StringBuilder(Math.min(text.length(), most + 2));
        boolean isAfterGap = false;
        for (int i = 0; i < text.length() && line.length() <= most; i++) {
            char c = text.charAt(i);
            if (isGap(c)) {
                isAfterGap = !line.isEmpty();
            } else {
                (isAfterGap ? line.append(' ') : line).append(c);
                isAfterGap = false;
            }
        }
        if (line.length() <= most) {
            return line.toString();
        }
        int end = most - 1;
        boolean isPairSplit =
                Character.isHighSurrogate(line.charAt(end - 1))
                        && Character.isLowSurrogate(line.charAt(end));
        return line.substring(0, isPairSplit ? end - 1 : end) + "…";
    }

    private static boolean isGap(char c) {
        return c <= ' ' || c == DELETE || Character.isSpaceChar(c);
    }
}

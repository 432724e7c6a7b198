package dev.parley.cli;

import java.util.Locale;

/**
 * Text from agents made safe to show: whatever could move the cursor, change colours, reorder the
 * line or talk to the terminal is shown as a sign for itself.
 */
public final class Printable {
    private static final int ZERO_WIDTH_NON_JOINER = 0x200c;
    private static final int ZERO_WIDTH_JOINER = 0x200d;
    private static final int FIRST_CONTROL_PICTURE = 0x2400;
    private static final int DELETE = 0x7f;
    private static final int DELETE_PICTURE = 0x2421;

    private Printable() {}

    /** One line, whatever the text holds. */
    public static String line(String text) {
        var safe = new StringBuilder(text.length());
        text.codePoints().forEach(c -> append(safe, c));
        return safe.toString();
    }

    /** The text line by line, each safe on its own. */
    static String[] lines(String text) {
        var lines = text.stripTrailing().split("\r?\n", -1);
        for (int i = 0; i < lines.length; i++) {
            lines[i] = line(lines[i].replace("\t", "    "));
        }
        return lines;
    }

    /** Compact JSON that means the same, with the unsafe characters inside its texts escaped. */
    static String json(String json) {
        var safe = new StringBuilder(json.length());
        json.codePoints()
                .forEach(
                        c -> {
                            if (isSafe(c)) {
                                safe.appendCodePoint(c);
                            } else {
                                for (char unit : Character.toChars(c)) {
                                    safe.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
                                }
                            }
                        });
        return safe.toString();
    }

    private static void append(StringBuilder safe, int c) {
        if (isSafe(c)) {
            safe.appendCodePoint(c);
        } else if (c < ' ') {
            safe.appendCodePoint(FIRST_CONTROL_PICTURE + c);
        } else if (c == DELETE) {
            safe.appendCodePoint(DELETE_PICTURE);
        } else {
            safe.append(String.format(Locale.ROOT, "<%04x>", c));
        }
    }

    /** Joiners only shape the letters and emoji around them; all other invisible signs may lie. */
    private static boolean isSafe(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR ->
                    false;
            case Character.FORMAT -> c == ZERO_WIDTH_NON_JOINER || c == ZERO_WIDTH_JOINER;
            default -> true;
        };
    }
}

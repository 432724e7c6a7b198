package dev.parley.store;

import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * A place in a list, opaque to clients; it carries the epoch, so that a foreign one is recognised.
 */
public final class Cursor {
    private static final String SEPARATOR = "~";

    private Cursor() {}

    public static String write(String epoch, String place) {
        var text = epoch + SEPARATOR + place;
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The place, if the cursor is of this epoch. */
    public static String read(String epoch, String cursor) {
        var place = place(epoch, cursor);
        Names.requireId("the place in a cursor", place);
        return place;
    }

    /** The same in a list that is in the order of names. */
    public static String readName(String epoch, String cursor) {
        var place = place(epoch, cursor);
        Names.requireName("the place in a cursor", place);
        return place;
    }

    private static String place(String epoch, String cursor) {
        String text;
        try {
            text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw malformed();
        }
        int separator = text.indexOf(SEPARATOR);
        if (separator < 0) {
            throw malformed();
        }
        requireEpoch(epoch, text.substring(0, separator));
        return text.substring(separator + 1);
    }

    /** Refuses what was said about another history of the store. */
    public static void requireEpoch(String epoch, String said) {
        if (!said.equals(epoch)) {
            throw new ParleyException(
                    Problem.CURSOR_AHEAD,
                    "this cursor is from another epoch of the store (a backup was restored since);"
                            + " read again from the beginning");
        }
    }

    private static ParleyException malformed() {
        return new ParleyException(Problem.BAD_VALUE, "this is not a cursor of this hub");
    }
}

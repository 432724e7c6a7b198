package dev.parley.inbox;

import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.store.table.DeadLetterHeadTable;
import dev.parley.store.table.DeadLetterTable;

/** How dead letters are called: {@code tok_1.17} is the 17th of that token. */
public final class LetterId {
    private static final char SEPARATOR = '.';

    private LetterId() {}

    public static String of(DeadLetterTable.Key key) {
        return key.holder().holder() + SEPARATOR + key.n();
    }

    static DeadLetterTable.Key read(Space space, String id) {
        int separator = id.lastIndexOf(SEPARATOR);
        try {
            var holder = id.substring(0, separator);
            return new DeadLetterTable.Key(
                    new DeadLetterHeadTable.Key(space, holder),
                    Long.parseLong(id.substring(separator + 1)));
        } catch (NumberFormatException | IndexOutOfBoundsException _) {
            throw unknown(id);
        }
    }

    static ParleyException unknown(String id) {
        return new ParleyException(
                Problem.UNKNOWN_DEAD_LETTER, "there is no dead letter " + Names.quote(id));
    }
}

package dev.parley.run;

import dev.parley.protocol.Message;
import dev.parley.protocol.Visibility;
import dev.parley.store.Sql;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a log is wanted.
 *
 * @param place the seq after which, or before which, to read
 * @param visibility what may be left out; {@code internal} is what agents say among themselves,
 *     without acks and the hub's own notes
 */
public record LogView(Side side, long place, int limit, @Nullable Visibility visibility) {
    /** How many entries are looked at for one page before the caller is asked to go on. */
    private static final int MAX_LOOKED_AT = 1_000;

    /** Where the page lies, seen from its place. */
    public enum Side {
        AFTER,
        BEFORE
    }

    public static LogView after(long seq, int limit) {
        return new LogView(Side.AFTER, seq, limit, null);
    }

    LogPage read(Sql sql, RunKey run) throws SQLException {
        long head = RunTable.TABLE.head(sql, run);
        if (side == Side.AFTER) {
            Runs.requireReached(head, place);
        }
        var found = new ArrayList<Message>();
        long from = 0;
        long to = 0;
        long at = side == Side.AFTER ? place : Math.min(place, head + 1);
        for (int looked = 0; looked < MAX_LOOKED_AT && found.size() < limit; ) {
            var rows = rows(sql, run, at, visibility == null ? limit : MAX_LOOKED_AT - looked);
            for (var row : rows) {
                at = row.seq();
                from = side == Side.BEFORE || from == 0 ? at : from;
                to = side == Side.AFTER || to == 0 ? at : to;
                looked++;
                var message = Entry.message(row);
                if (isWanted(message)) {
                    found.add(message);
                }
                if (found.size() == limit) {
                    break;
                }
            }
            if (visibility == null || rows.isEmpty()) {
                break;
            }
        }
        return new LogPage(side == Side.AFTER ? found : found.reversed(), from, to, head);
    }

    private List<MessageTable.Row> rows(Sql sql, RunKey run, long at, int most)
            throws SQLException {
        return side == Side.AFTER
                ? MessageTable.TABLE.after(sql, run, at, most)
                : MessageTable.TABLE.before(sql, run, at, most);
    }

    private boolean isWanted(Message message) {
        return visibility == null
                || (visibility == Visibility.INTERNAL
                        ? RunTable.Row.isInternal(message.act(), message.visibility())
                        : message.visibility() == visibility);
    }
}

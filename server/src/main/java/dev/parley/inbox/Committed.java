package dev.parley.inbox;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.InboxHeadTable;
import java.sql.SQLException;

/** Moves a reader's place in an inbox forward, never back; answers where it stands. */
record Committed(InboxCursorTable.Key reader, long position) implements Command<Long> {
    @Override
    public void touches(Touches touches) {
        touches.lock(reader.inbox().lock());
        touches.row(InboxHeadTable.TABLE, reader.inbox());
        touches.row(InboxCursorTable.TABLE, reader);
    }

    @Override
    public Long decide(Tx tx) throws SQLException {
        var head = tx.rows(InboxHeadTable.TABLE).find(reader.inbox());
        requireReached(head.map(InboxHeadTable.Row::head).orElse(0L), position);
        var cursors = tx.rows(InboxCursorTable.TABLE);
        long stands = cursors.find(reader).map(InboxCursorTable.Row::position).orElse(0L);
        if (position <= stands) {
            return stands;
        }
        cursors.put(new InboxCursorTable.Row(reader, position));
        return position;
    }

    /** Refuses a position that the inbox has not reached: it comes from another history. */
    static void requireReached(long head, long position) {
        if (position > head) {
            throw new ParleyException(
                    Problem.CURSOR_AHEAD,
                    "position " + position + " is ahead of the inbox, which ends at " + head);
        }
    }
}

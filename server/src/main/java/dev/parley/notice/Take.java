package dev.parley.notice;

import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.NoticeRow;
import dev.parley.store.table.NoticeTable;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Takes a notice in order to send it, unless another node has. Should that node die, the notice is
 * due again when the lease is over.
 *
 * @param now in hub time
 */
record Take(NoticeRow.Key key, long now, long leaseMillis) implements Command<Optional<NoticeRow>> {
    @Override
    public void touches(Touches touches) {
        touches.lock(key.lock());
        touches.row(NoticeTable.TABLE, key);
    }

    @Override
    public Optional<NoticeRow> decide(Tx tx) throws SQLException {
        var notices = tx.rows(NoticeTable.TABLE);
        var taken =
                notices.find(key)
                        .filter(notice -> notice.isDue(now))
                        .map(notice -> notice.taken(now + leaseMillis));
        taken.ifPresent(notices::put);
        return taken;
    }
}

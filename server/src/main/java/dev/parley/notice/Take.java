package dev.parley.notice;

import dev.parley.metric.Tally;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.NoticeRow;
import dev.parley.store.table.NoticeTable;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Takes a notice in order to send it, unless another node has. Should that node die, the notice is
 * due again when the lease is over. An attempt counts from here, whatever becomes of it.
 *
 * @param now in hub time
 */
record Take(NoticeRow.Key key, long now, long leaseMillis) implements Command<Optional<NoticeRow>> {
    static final String NEVER_SETTLED = "a hub stopped in the midst of the last attempt";

    @Override
    public void touches(Touches touches) {
        touches.lock(key.lock());
        touches.row(NoticeTable.TABLE, key);
    }

    @Override
    public Optional<NoticeRow> decide(Tx tx) throws SQLException {
        var notices = tx.rows(NoticeTable.TABLE);
        var due = notices.find(key).filter(notice -> notice.isDue(now));
        if (due.filter(notice -> notice.attempts() >= Backoff.MAX_ATTEMPTS).isPresent()) {
            var failed = due.get().failed(NEVER_SETTLED);
            notices.put(failed);
            tx.tally(new Tally.Noticed(failed.channel(), failed.state()));
            return Optional.empty();
        }
        var taken = due.map(notice -> notice.taken(now + leaseMillis));
        taken.ifPresent(notices::put);
        return taken;
    }
}

package dev.parley.notice;

import dev.parley.metric.Tally;
import dev.parley.protocol.NoticeState;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.NoticeRow;
import dev.parley.store.table.NoticeTable;
import java.sql.SQLException;

/** Keeps what came of an attempt, unless somebody has begun another meanwhile. */
record Settle(NoticeRow outcome) implements Command<Boolean> {
    @Override
    public void touches(Touches touches) {
        touches.lock(outcome.key().lock());
        touches.row(NoticeTable.TABLE, outcome.key());
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        var notices = tx.rows(NoticeTable.TABLE);
        var current = notices.find(outcome.key()).filter(this::isSameAttempt);
        if (current.isPresent()) {
            notices.put(outcome);
            tx.tally(new Tally.Noticed(outcome.channel(), outcome.state()));
        }
        return current.isPresent();
    }

    private boolean isSameAttempt(NoticeRow current) {
        return current.state() == NoticeState.WAITING && current.attempts() == outcome.attempts();
    }
}

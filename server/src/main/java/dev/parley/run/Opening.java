package dev.parley.run;

import dev.parley.protocol.RunId;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.OccasionTable;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Begins a run with its first message, both or neither; of two that would for the same occasion,
 * the second is told to look again.
 *
 * @param occasion null when the same thing will never come again
 * @param instead the run of an earlier occasion, which has ended
 */
record Opening(
        OccasionTable.@Nullable Key occasion, @Nullable RunId instead, Begin begin, Append first)
        implements Command<Posted> {
    @Override
    public void touches(Touches touches) {
        if (occasion != null) {
            touches.lock(occasion.lock());
            touches.row(OccasionTable.TABLE, occasion);
        }
        first.touches(touches);
    }

    @Override
    public int weight() {
        return first.weight();
    }

    @Override
    public Posted decide(Tx tx) throws SQLException {
        if (occasion != null) {
            var occasions = tx.rows(OccasionTable.TABLE);
            var known = occasions.find(occasion).map(OccasionTable.Row::run);
            if (!Objects.equals(known.orElse(null), instead)) {
                return Posted.stale(first.message().messageId());
            }
            occasions.put(new OccasionTable.Row(occasion, begin.key().run()));
        }
        begin.decide(tx);
        return first.decide(tx);
    }
}

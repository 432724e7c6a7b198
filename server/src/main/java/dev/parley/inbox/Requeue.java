package dev.parley.inbox;

import dev.parley.run.Posted;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.DeadLetterTable;
import java.sql.SQLException;

/** Makes a dead letter into a message, once: the letter goes only as the message comes. */
record Requeue(DeadLetterTable.Key letter, Command<Posted> append) implements Command<Posted> {
    @Override
    public void touches(Touches touches) {
        append.touches(touches);
        touches.lock(letter.holder().lock());
    }

    @Override
    public int weight() {
        return append.weight();
    }

    @Override
    public Posted decide(Tx tx) throws SQLException {
        var letters = tx.rows(DeadLetterTable.TABLE);
        if (letters.find(letter).isEmpty()) {
            throw LetterId.unknown(LetterId.of(letter));
        }
        var posted = append.decide(tx);
        if (posted.isThere()) {
            letters.remove(letter);
        }
        return posted;
    }
}

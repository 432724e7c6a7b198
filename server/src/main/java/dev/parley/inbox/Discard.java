package dev.parley.inbox;

import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.DeadLetterTable;

/** Forgets a dead letter. */
record Discard(DeadLetterTable.Key letter) implements Command<Boolean> {
    @Override
    public void touches(Touches touches) {
        touches.lock(letter.holder().lock());
    }

    @Override
    public Boolean decide(Tx tx) {
        tx.rows(DeadLetterTable.TABLE).remove(letter);
        return true;
    }
}

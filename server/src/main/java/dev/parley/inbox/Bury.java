package dev.parley.inbox;

import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.DeadLetterHeadTable;
import dev.parley.store.table.DeadLetterTable;
import java.sql.SQLException;
import java.time.Instant;

/** Keeps a dead letter; the oldest of the same holder makes room for it. */
record Bury(DeadLetterTable.Row letter) implements Command<Boolean> {
    @Override
    public void touches(Touches touches) {
        touches.lock(holder().lock());
        touches.row(DeadLetterHeadTable.TABLE, holder());
    }

    @Override
    public int weight() {
        return 512 + letter.body().length;
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        var heads = tx.rows(DeadLetterHeadTable.TABLE);
        var letters = tx.rows(DeadLetterTable.TABLE);
        var head = heads.find(holder());
        long n = head.map(DeadLetterHeadTable.Row::head).orElse(0L) + 1;
        long dropped = head.map(DeadLetterHeadTable.Row::dropped).orElse(0L);
        var oldest = new DeadLetterTable.Key(holder(), n - DeadLetterTable.MAX_KEPT);
        if (n > DeadLetterTable.MAX_KEPT && letters.find(oldest).isPresent()) {
            letters.remove(oldest);
            dropped++;
        }
        heads.put(new DeadLetterHeadTable.Row(holder(), letter.sender().agent(), n, dropped));
        letters.put(numbered(n, tx.now()));
        return true;
    }

    private DeadLetterTable.Row numbered(long n, Instant now) {
        return new DeadLetterTable.Row(
                new DeadLetterTable.Key(holder(), n),
                letter.type(),
                letter.sender(),
                letter.run(),
                letter.code(),
                letter.reason(),
                letter.body(),
                letter.size(),
                now);
    }

    private DeadLetterHeadTable.Key holder() {
        return letter.key().holder();
    }
}

package dev.parley.store.blob;

import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.BlobKey;
import dev.parley.store.table.BlobTable;
import dev.parley.store.table.BlobTotalTable;
import java.sql.SQLException;

/** Forgets a blob unless something refers to it by now; says whether it did. */
record Forget(BlobKey key) implements Command<Boolean> {
    @Override
    public void touches(Touches touches) {
        touches.lock(BlobKey.lock(key.space()));
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        var blobs = tx.rows(BlobTable.TABLE);
        var blob = blobs.find(key);
        if (blob.isEmpty() || blob.get().refs() > 0) {
            return false;
        }
        blobs.remove(key);
        var totals = tx.rows(BlobTotalTable.TABLE);
        long before = totals.find(key.space()).map(BlobTotalTable.Row::bytes).orElse(0L);
        totals.put(new BlobTotalTable.Row(key.space(), before - blob.get().size()));
        return true;
    }
}

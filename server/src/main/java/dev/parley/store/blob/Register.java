package dev.parley.store.blob;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.BlobKey;
import dev.parley.store.table.BlobTable;
import dev.parley.store.table.BlobTotalTable;
import java.sql.SQLException;

/** Makes a blob known whose bytes are durable, if the space's quota has room for it. */
record Register(BlobTable.Row blob, long quota) implements Command<BlobTable.Row> {
    @Override
    public void touches(Touches touches) {
        touches.lock(BlobKey.lock(blob.key().space()));
    }

    @Override
    public BlobTable.Row decide(Tx tx) throws SQLException {
        var space = blob.key().space();
        var totals = tx.rows(BlobTotalTable.TABLE);
        long before = totals.find(space).map(BlobTotalTable.Row::bytes).orElse(0L);
        if (before + blob.size() > quota) {
            throw noRoom(space, before, quota, blob.size());
        }
        totals.put(new BlobTotalTable.Row(space, before + blob.size()));
        tx.rows(BlobTable.TABLE).put(blob);
        return blob;
    }

    static ParleyException noRoom(Space space, long taken, long quota, long wanted) {
        return new ParleyException(
                Problem.QUOTA,
                "the blobs of space "
                        + space
                        + " take "
                        + taken
                        + " of "
                        + quota
                        + " bytes; there is no room for "
                        + wanted
                        + " more");
    }
}

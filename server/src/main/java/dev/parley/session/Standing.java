package dev.parley.session;

import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Tx;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.SessionRow;
import dev.parley.store.table.SessionTable;

/** Keeps how a session stands, and tells whoever watches when that is otherwise than before. */
final class Standing {
    private Standing() {}

    /**
     * Keeps it.
     *
     * @param seq the message that brought it about
     */
    static void keep(Tx tx, SessionRow before, SessionRow after, long seq) {
        tx.rows(SessionTable.TABLE).put(after);
        boolean isClosed = after.closedAt() != null && before.closedAt() == null;
        if (before.state() == after.state() && !isClosed) {
            return;
        }
        var detail =
                Json.object()
                        .put("session_id", after.id().value())
                        .put("agent", after.key().agent().value())
                        .put("status", Wire.name(after.state()))
                        .put("closed", after.closedAt() != null);
        after.error().ifPresent(why -> detail.put("error", why));
        tx.rows(FeedTable.TABLE)
                .put(
                        new FeedTable.Change(
                                FeedTable.SESSION, after.key().run(), seq, Json.write(detail)));
    }
}

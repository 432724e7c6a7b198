package dev.parley.inbox;

import dev.parley.access.Principal;
import dev.parley.protocol.Message;
import dev.parley.run.Entry;
import dev.parley.store.Store;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.OutboxTable;
import java.util.List;

/** What an agent, or people, have sent, and which of it still waits for a reply. */
public final class Outbox {
    private final Store store;

    public Outbox(Store store) {
        this.store = store;
    }

    /** Newest first, what was sent before a place. */
    public List<Message> sent(Principal caller, String agent, OutboxTable.Place before, int limit) {
        var sender = Addressee.lookAt(caller, agent);
        return store
                .read(
                        sql ->
                                OutboxTable.TABLE.before(
                                        sql, sender.space(), sender.recipient(), before, limit))
                .stream()
                .map(Entry::message)
                .toList();
    }

    /** What it still awaits replies to, in the order of its runs. */
    public List<AwaitedTable.Row> pending(
            Principal caller, String agent, AwaitedTable.Key after, int limit) {
        var asker = Addressee.lookAt(caller, agent);
        return store.read(
                sql ->
                        AwaitedTable.TABLE.openOf(
                                sql, asker.space(), asker.recipient(), after, limit));
    }
}

package dev.parley.inbox;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.InstanceId;
import dev.parley.store.Tx;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.InstanceTable;
import java.sql.SQLException;

/**
 * Which instances are there.
 *
 * @param since the moment of hub time after which they must have been seen
 */
record Living(long since) {
    boolean has(Tx tx, InboxKey inbox, InstanceId instance) throws SQLException {
        var key = new InstanceTable.Key(inbox.space(), new AgentName(inbox.recipient()), instance);
        return tx.rows(InstanceTable.TABLE).find(key).filter(this::has).isPresent();
    }

    boolean has(InstanceTable.Row row) {
        return row.isLive(since);
    }
}

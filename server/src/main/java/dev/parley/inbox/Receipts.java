package dev.parley.inbox;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.run.Run;
import dev.parley.run.Runs;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.ReceiptTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What became of a message for each of its recipients. */
public final class Receipts {
    private final Store store;
    private final Waits waits;
    private final Runs runs;

    public Receipts(Store store, Waits waits, Runs runs) {
        this.store = store;
        this.waits = waits;
        this.runs = runs;
    }

    /** They are shown once nothing more is expected of anybody, or the patience is over. */
    public List<ReceiptTable.Row> of(
            Principal caller, RunId id, MessageId message, Duration patience) {
        var run = runs.facts(caller, id);
        var sent = runs.message(caller, id, message);
        return waits.on(caller, new Topic.Run(caller.space(), id), patience)
                .until(
                        () -> store.read(sql -> read(sql, run, sent)),
                        rows -> rows.stream().allMatch(ReceiptTable.Row::isSettled));
    }

    /** Whether all who must ack have; where nobody must, whether all did, if there is anybody. */
    public static boolean isAcked(List<ReceiptTable.Row> receipts) {
        boolean must = receipts.stream().anyMatch(ReceiptTable.Row::needsAck);
        return !receipts.isEmpty()
                && receipts.stream()
                        .filter(receipt -> receipt.needsAck() || !must)
                        .allMatch(receipt -> receipt.ackedAt() != null);
    }

    private static List<ReceiptTable.Row> read(Sql sql, Run run, Message message)
            throws SQLException {
        var key = run.row().key();
        if (message.toAgent().isBroadcast()) {
            return ReceiptTable.TABLE.ofBroadcast(sql, key, message.seq());
        }
        var rows = new ArrayList<ReceiptTable.Row>();
        for (var name : run.members().recipients(message.fromAgent(), message.toAgent())) {
            ReceiptTable.TABLE
                    .find(sql, new ReceiptTable.Key(key, name, message.seq()))
                    .ifPresent(rows::add);
        }
        return rows;
    }
}

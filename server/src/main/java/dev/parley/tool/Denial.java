package dev.parley.tool;

import dev.parley.protocol.Address;
import dev.parley.protocol.Sha256;
import dev.parley.protocol.ToolStatus;
import dev.parley.protocol.Visibility;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Chronicle;
import dev.parley.run.Deed;
import dev.parley.run.HubId;
import dev.parley.run.Payloads;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.ToolCallTable;
import dev.parley.store.table.ToolRecordTable;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Writes into the log that a call was denied; once a minute for each agent and tool, so that nobody
 * fills a log by knocking.
 */
record Denial(RunKey run, Address from, String sender, String tool, String why, Chronicle chronicle)
        implements Command<Boolean> {
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();

    @Override
    public void touches(Touches touches) {
        touches.lock(run.lock());
        touches.row(RunTable.TABLE, run);
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        var minute = tx.now().toEpochMilli() / MINUTE;
        var id = HubId.of("denied", sender, from.value(), tool, "" + minute);
        if (tx.rows(MessageTable.TABLE).find(new MessageTable.Key(run, id)).isPresent()) {
            return false;
        }
        var payload =
                Json.object()
                        .put("tool", tool)
                        .put("status", Wire.name(ToolStatus.DENIED))
                        .put("reason", why);
        chronicle
                .of(tx, run)
                .add(
                        new Deed(
                                id,
                                from,
                                sender,
                                EndCall.KIND,
                                Visibility.USER_REDACTED,
                                tool + " denied",
                                new Payloads.Kept(payload, null),
                                null,
                                Sha256.of(id.value())));
        tx.rows(ToolRecordTable.TABLE)
                .put(
                        new ToolRecordTable.Row(
                                new ToolCallTable.Key(run, id),
                                tool,
                                sender.substring(sender.indexOf(':') + 1),
                                ToolStatus.DENIED,
                                null,
                                tx.now(),
                                tx.now()));
        return true;
    }
}

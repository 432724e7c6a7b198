package dev.parley.tool;

import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Sha256;
import dev.parley.protocol.Visibility;
import dev.parley.protocol.Wire;
import dev.parley.run.Chronicle;
import dev.parley.run.Deed;
import dev.parley.run.Entry;
import dev.parley.run.HubId;
import dev.parley.run.Payloads;
import dev.parley.store.Command;
import dev.parley.store.Sql;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.BlobKey;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.ToolCallTable;
import dev.parley.store.table.ToolRecordTable;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Writes into the log what became of a call, whatever has become of the run meanwhile; gives what
 * stands there already when somebody has told it before.
 *
 * @param kept the outcome as it stands in the log
 */
record EndCall(ToolCallTable.Row call, Outcome outcome, Payloads.Kept kept, Chronicle chronicle)
        implements Command<Outcome> {
    static final String KIND = "tool_result";

    @Override
    public void touches(Touches touches) {
        var run = call.key().run();
        touches.lock(run.lock());
        touches.row(RunTable.TABLE, run);
        touches.row(ToolCallTable.TABLE, call.key());
        touches.row(ToolRecordTable.TABLE, call.key());
        if (kept.ref() != null) {
            touches.lock(BlobKey.lock(run.space()));
        }
    }

    @Override
    public Outcome decide(Tx tx) throws SQLException {
        var calls = tx.rows(ToolCallTable.TABLE);
        if (calls.find(call.key()).isEmpty()) {
            return tx.rows(MessageTable.TABLE)
                    .find(resultKey(call.key()))
                    .map(told -> Outcome.read(call.key().call(), Entry.message(told)))
                    .orElse(outcome);
        }
        calls.remove(call.key());
        var records = tx.rows(ToolRecordTable.TABLE);
        records.find(call.key())
                .ifPresent(record -> records.put(record.ended(outcome.status(), tx.now())));
        chronicle.of(tx, call.key().run()).add(deed());
        return outcome.kept(kept.ref());
    }

    private Deed deed() {
        var how = Wire.name(outcome.status()).replace('_', ' ');
        return new Deed(
                resultKey(call.key()).message(),
                call.from(),
                call.sender(),
                KIND,
                Visibility.USER_VISIBLE,
                call.tool() + " " + how,
                kept,
                call.key().call(),
                Sha256.of(call.key().call().value()));
    }

    private static MessageTable.Key resultKey(ToolCallTable.Key call) {
        return resultKey(call.run(), call.call());
    }

    private static MessageTable.Key resultKey(RunKey run, MessageId call) {
        return new MessageTable.Key(run, HubId.of("result", call.value()));
    }

    /** What the log tells of a call's end. */
    static Optional<Message> told(Sql sql, RunKey run, MessageId call) throws SQLException {
        return MessageTable.TABLE.find(sql, resultKey(run, call)).map(Entry::message);
    }
}

package dev.parley.tool;

import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.ToolStatus;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Chronicle;
import dev.parley.run.Deed;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.BlobKey;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.ToolCallTable;
import dev.parley.store.table.ToolRecordTable;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes into the log that a tool is about to be called; false when that very call was begun
 * before.
 *
 * @param approval what it is done by the leave of, which is used up by it
 */
record StartCall(
        ToolCallTable.Row call,
        AgentName agent,
        Deed intent,
        QuestionTable.@Nullable Key approval,
        Chronicle chronicle)
        implements Command<Boolean> {
    @Override
    public void touches(Touches touches) {
        var run = call.key().run();
        touches.lock(run.lock());
        touches.row(RunTable.TABLE, run);
        if (intent.payload().ref() != null) {
            touches.lock(BlobKey.lock(run.space()));
        }
    }

    @Override
    public int weight() {
        return 1_024 + intent.payload().inline().size() * 256;
    }

    @Override
    public Boolean decide(Tx tx) throws SQLException {
        var run = call.key().run();
        var known = tx.rows(MessageTable.TABLE).find(new MessageTable.Key(run, call.key().call()));
        if (known.isPresent()) {
            requireSame(known.get(), intent.digest());
            return false;
        }
        var chapter = chronicle.of(tx, run);
        chapter.requireGoing();
        var decidedBy = approval == null ? null : spend(tx, approval);
        if (chapter.run().protocol() == RunProtocol.OPEN && call.from().equals(Address.of(agent))) {
            chapter.join(agent);
        }
        chapter.add(intent);
        tx.rows(ToolCallTable.TABLE).put(call);
        tx.rows(ToolRecordTable.TABLE)
                .put(
                        new ToolRecordTable.Row(
                                call.key(),
                                call.tool(),
                                agent.value(),
                                ToolStatus.RUNNING,
                                decidedBy,
                                tx.now(),
                                null));
        return true;
    }

    static void requireSame(MessageTable.Row known, byte[] digest) {
        if (!Arrays.equals(known.digest(), digest)) {
            throw new ParleyException(
                    Problem.IDEMPOTENCY_MISMATCH,
                    "this Idempotency-Key was used for another call of a tool");
        }
    }

    /** Uses an approval up; says whose it was. */
    private static @Nullable String spend(Tx tx, QuestionTable.Key key) throws SQLException {
        var questions = tx.rows(QuestionTable.TABLE);
        var question =
                questions
                        .find(key)
                        .filter(QuestionTable.Row::isApproved)
                        .orElseThrow(
                                () ->
                                        new ParleyException(
                                                Problem.APPROVAL_PENDING,
                                                "another call has just used the approval; make this"
                                                        + " one again to ask for one more"));
        questions.put(question.spent());
        var outcome = question.outcome();
        return outcome == null ? null : Json.parseTrusted(outcome).path("answered_by").textValue();
    }
}

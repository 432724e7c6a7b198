package dev.parley.run;

import dev.parley.metric.Tally;
import dev.parley.protocol.Act;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Kind;
import dev.parley.protocol.Message;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.run.conduct.Conduct;
import dev.parley.run.conduct.Ending;
import dev.parley.run.conduct.Said;
import dev.parley.run.conduct.TxBoard;
import dev.parley.store.Command;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.AgentTable;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.BlobKey;
import dev.parley.store.table.InboxKey;
import dev.parley.store.table.InboxTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.OutboxTable;
import dev.parley.store.table.QuestionTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunAgentTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds one entry to a run's log, with everything that follows from it, or finds that it is there.
 *
 * @param members who took part when it was composed; the log refuses it if that has changed
 * @param kind its row in the table of kinds, which an open run does not ask for
 * @param speaker the agent that sends it, by name, or {@code user}
 * @param minted whether the hub made up the message id, so that it cannot be there already
 * @param parent the entry this one is about
 */
public record Append(
        RunKey run,
        Members members,
        Line line,
        Optional<Kind> kind,
        String speaker,
        boolean minted,
        MessageTable.@Nullable Row parent,
        Habits habits)
        implements Command<Posted> {
    /** Roughly what each recipient's rows take, so that few broadcasts share a batch. */
    private static final int RECIPIENT_WEIGHT = 256;

    @Override
    public void touches(Touches touches) {
        touches.lock(run.lock());
        if (message().payloadRef() != null) {
            touches.lock(BlobKey.lock(run.space()));
        }
        touches.row(RunTable.TABLE, run);
        if (!minted) {
            touches.row(MessageTable.TABLE, key());
        }
        for (var recipient : line.recipients()) {
            InboxTable.TABLE.touch(touches, new InboxKey(run.space(), recipient));
        }
        if (!message().act().isBookkeeping()) {
            touches.row(RunAgentTable.TABLE, new RunAgentTable.Key(run, speaker));
            line.recipients()
                    .forEach(
                            name ->
                                    touches.row(
                                            RunAgentTable.TABLE, new RunAgentTable.Key(run, name)));
        }
    }

    @Override
    public int weight() {
        return 512 + line.body().length() + RECIPIENT_WEIGHT * line.recipients().size();
    }

    @Override
    public Posted decide(Tx tx) throws SQLException {
        var found = tx.rows(RunTable.TABLE).find(run).orElseThrow(() -> Runs.unknown(run.run()));
        if (!minted) {
            var known = tx.rows(MessageTable.TABLE).findRepeated(key());
            if (known.isPresent()) {
                return repeated(known.get());
            }
        }
        if (message().act() == Act.ACK && parent != null && isAcked(tx, parent)) {
            return new Posted(parent.key().message(), parent.seq(), true);
        }
        if (found.roster() != members.size() && !message().act().isBookkeeping()) {
            return Posted.stale(message().messageId());
        }
        var row = new Untying(tx, habits.lines(), habits.clocks()).by(said(message()), found);
        admit(tx, row);
        var guarding = new Guarding(habits.admission(), tx, row, said(message()));
        var trip = guarding.trip();
        if (trip.isPresent()) {
            var known = tx.rows(MessageTable.TABLE).find(key());
            return known.isPresent()
                    ? repeated(known.get())
                    : Posted.tripped(message().messageId(), guarding.pause(trip.get(), tx, habits));
        }
        var log = new Log(tx, row);
        var joining = new Joining(tx, log, members, habits.lines());
        joining.admit(this);
        var message = log.add(line);
        if (!message.act().isBookkeeping()) {
            follow(tx, log, message);
        }
        if (message.act() == Act.RESULT) {
            Verdicts.judge(tx, run, message, parent == null ? null : Entry.message(parent));
        }
        new Effects(tx, run).of(message, parent, speaker);
        if (!message.act().isBookkeeping()) {
            tx.rows(OutboxTable.TABLE)
                    .put(new OutboxTable.Row(run, speaker, tx.now(), message.seq()));
            tx.tally(new Tally.Said(run.space(), speaker, line.recipients()));
            habits.residents().heard(tx, log.run(), said(message));
        }
        return new Posted(message.messageId(), message.seq(), false);
    }

    /** Saying so once more adds nothing to the log. */
    private boolean isAcked(Tx tx, MessageTable.Row acked) throws SQLException {
        return tx.rows(ReceiptTable.TABLE)
                .find(new ReceiptTable.Key(run, speaker, acked.seq()))
                .filter(receipt -> receipt.ackedAt() != null)
                .isPresent();
    }

    private void admit(Tx tx, RunTable.Row row) throws SQLException {
        boolean isBookkeeping = message().act().isBookkeeping();
        if (!isBookkeeping) {
            requireGoing(row, isByUser());
        }
        if (line.recipients().contains(speaker)
                && !message().toAgent().isBroadcast()
                && !isFromElsewhere()) {
            throw new ParleyException(Problem.SELF_SEND, "an agent cannot send to itself");
        }
        if (!row.protocol().isFree() && kind.isPresent()) {
            new Directions(row.protocol(), members, agent -> parentOf(tx, agent))
                    .require(message(), kind.get());
        }
        if (message().act() == Act.USER_ANSWER && parent != null) {
            QuestionRules.requireAnswerable(
                    tx, new QuestionTable.Key(run, parent.seq()), line.recipients());
        }
        if (message().act() == Act.ASK_USER || message().act() == Act.BLOCKED) {
            QuestionBook.requireRoom(row.standing());
        }
        if (message().act() == Act.FINAL && !said(message()).isFailure()) {
            Intent.requireJudged(tx, run);
            Tasked.requireOver(tx, row);
        }
    }

    /** Whether it comes from another conversation of the same agent. */
    private boolean isFromElsewhere() {
        var from = message().fromSession();
        return from != null && !from.equals(message().sessionId());
    }

    private Optional<AgentName> parentOf(Tx tx, AgentName agent) throws SQLException {
        return tx.rows(AgentTable.TABLE)
                .find(new AgentTable.Key(run.space(), agent))
                .map(AgentTable.Row::parent);
    }

    private void follow(Tx tx, Log log, Message message) throws SQLException {
        var board = new TxBoard(tx, run);
        var conduct = new Conduct(board, log.run(), habits.patience());
        conduct.follow(said(message));
        for (var cancelled : conduct.takenAlong()) {
            var holder = members.nameOf(new AgentName(cancelled.asked()));
            log.add(habits.lines().cancel(log.run(), holder, cancelled));
        }
        board.keep(message.seq());
        if (log.run().standing().paused()) {
            Clocks.hold(tx, new AwaitedTable.Key(run, message.seq()));
        }
        var before = log.run().standing();
        log.stands(conduct.standing());
        var questions = new QuestionBook(tx, log, habits.lines(), habits.clocks());
        questions.follow(message, board.matters());
        if (message.act() == Act.DECIDE) {
            Intent.decided(tx, run, message);
        }
        if (log.run().status().isFinal()) {
            questions.end(before);
            var last = log.add(habits.lines().ended(log.run()));
            Ending.release(tx, run, last.seq());
        }
    }

    private Said said(Message message) {
        return new Said(
                message, speaker, line.recipients(), kind, parent == null ? null : parent.seq());
    }

    /**
     * Refuses what would be added to a run that has ended, or by an agent to one that is paused.
     */
    static void requireGoing(RunTable.Row row, boolean isByUser) {
        if (row.status().isFinal()) {
            throw new ParleyException(
                    Problem.RUN_ENDED, "the run has ended; nothing more can be added to it");
        }
        if (row.standing().paused() && !isByUser) {
            throw paused(row);
        }
    }

    private static ParleyException paused(RunTable.Row row) {
        var reason = row.standing().reason();
        var question = row.standing().question();
        return new ParleyException(
                Problem.RUN_PAUSED,
                "the run is paused"
                        + (reason == null ? "" : " (" + reason + ")")
                        + "; only people may write until it is resumed"
                        + (Untying.isTied(row) ? ", unless it is a reply that ends the cycle" : ""),
                question == null ? Map.of() : Map.of("question_id", question));
    }

    public Message message() {
        return line.message();
    }

    private boolean isByUser() {
        return speaker.equals(Address.USER.value());
    }

    private MessageTable.Key key() {
        return new MessageTable.Key(run, message().messageId());
    }

    private Posted repeated(MessageTable.Row known) {
        if (!Arrays.equals(known.digest(), line.digest())) {
            throw new ParleyException(
                    Problem.MESSAGE_ID_CONFLICT,
                    "message_id "
                            + message().messageId()
                            + " was used in this run for another message (seq "
                            + known.seq()
                            + ")");
        }
        return new Posted(message().messageId(), known.seq(), true);
    }
}

package dev.parley.run;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Ids;
import dev.parley.protocol.Visibility;
import dev.parley.store.Tx;
import dev.parley.store.table.ParticipantTable;
import dev.parley.store.table.ReceiptTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.RunStates;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How what is built on runs writes into their logs what the hub has to tell there. */
public final class Chronicle {
    private static final Members NOBODY = new Members(Map.of());

    private final HubLines lines;
    private final Clocks clocks;

    public Chronicle(Ids ids, Clocks clocks) {
        this.lines = new HubLines(ids);
        this.clocks = clocks;
    }

    /** Opens the log of a run, which the batch must hold. */
    public Chapter of(Tx tx, RunKey run) throws SQLException {
        var row = tx.rows(RunTable.TABLE).find(run).orElseThrow(() -> Runs.unknown(run.run()));
        return new Chapter(tx, new Log(tx, row));
    }

    /** One run's log within a batch. */
    public final class Chapter {
        private final Tx tx;
        private final Log log;

        private Chapter(Tx tx, Log log) {
            this.tx = tx;
            this.log = log;
        }

        public RunTable.Row run() {
            return log.run();
        }

        /** An agent takes part from now on, if it does not already. */
        public void join(AgentName agent) throws SQLException {
            var key = new ParticipantTable.Key(log.run().key(), agent.value());
            if (tx.rows(ParticipantTable.TABLE).find(key).isEmpty()) {
                new Joining(tx, log, NOBODY, lines).join(agent);
            }
        }

        /** Somebody has what was said to them there, and need not be handed it. */
        public void taken(AgentName agent, long seq) throws SQLException {
            var key = new ReceiptTable.Key(log.run().key(), agent.value(), seq);
            var receipt = tx.rows(ReceiptTable.TABLE).find(key);
            if (receipt.isPresent() && receipt.get().ackedAt() == null) {
                Settling.put(tx, receipt.get(), receipt.get().acked(tx.now()));
            }
        }

        /** Refuses an agent's doings in a run that is paused or has ended. */
        public void requireGoing() {
            Append.requireGoing(log.run(), false);
        }

        /** Adds what the hub does for an agent; where the user sees it, it is progress. */
        public long add(Deed deed) throws SQLException {
            var message = log.add(lines.done(log.run(), deed));
            new Effects(tx, log.run().key()).of(message, null, deed.from().value());
            boolean isShown = deed.visibility() == Visibility.USER_VISIBLE;
            if (isShown && !log.run().status().isFinal()) {
                log.stands(log.run().standing().silent(0));
            }
            return message.seq();
        }

        /**
         * Asks a person to approve what an agent wants the hub to do; gives the question's id.
         *
         * @param until when nobody waits for the answer any more, if that is known
         */
        public String ask(AgentName agent, Asked asked, ObjectNode payload, @Nullable Instant until)
                throws SQLException {
            QuestionBook.requireRoom(log.run().standing());
            return new QuestionBook(tx, log, lines, clocks).askFor(agent, asked, payload, until);
        }

        /** Notes a change for whoever reads the log. */
        public void note(String summary, ObjectNode payload) throws SQLException {
            log.add(lines.change(log.run(), "status", summary, payload));
        }

        /** Notes it, and puts it into an inbox. */
        public void tell(Address to, String summary, ObjectNode payload) throws SQLException {
            log.add(lines.news(log.run(), to, summary, payload));
        }

        /** Withdraws what an agent asks people in this run, since it has let the work go. */
        public void withdraw(AgentName agent) throws SQLException {
            if (log.run().standing().openMatters() > 0) {
                var book = new QuestionBook(tx, log, lines, clocks);
                Withdrawal.of(tx, log, lines, book, agent);
            }
        }

        /** Withdraws those of an agent's questions to people that nobody needs answered. */
        public void withdraw(AgentName agent, Predicate<Asked> which) throws SQLException {
            if (!log.run().status().isFinal() && log.run().standing().openMatters() > 0) {
                new QuestionBook(tx, log, lines, clocks).cancel(agent, which);
            }
        }

        /** Ends the run; whoever still works or waits in it is let go. */
        public void end(RunStates.Trigger how, @Nullable String reason, String summary, String by)
                throws SQLException {
            var end = new Control.End(how, reason, summary, by);
            Control.end(tx, log, NOBODY, end, new QuestionBook(tx, log, lines, clocks), lines);
        }
    }
}

package dev.parley.run;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.codec.Json;
import dev.parley.run.conduct.Conduct;
import dev.parley.run.conduct.TxBoard;
import dev.parley.store.Tx;
import java.sql.SQLException;
import java.time.Duration;

/** Ends the waiting of an agent that no longer works on what it has asked people about. */
public final class Withdrawal {
    /** What the log says then; the rest follows from that. */
    public static final String CHANGE = "let_go";

    private Withdrawal() {}

    static void of(Tx tx, Log log, HubLines lines, QuestionBook book, AgentName agent)
            throws SQLException {
        var payload = Json.object().put("change", CHANGE).put("agent", agent.value());
        var summary = agent + " no longer waits for an answer";
        var line = log.add(lines.change(log.run(), "status", summary, payload));
        var board = new TxBoard(tx, log.run().key());
        var conduct = new Conduct(board, log.run(), Duration.ZERO);
        conduct.letGo(agent.value());
        board.keep(line.seq());
        log.stands(conduct.standing());
        book.follow(line, board.matters());
        book.cancelAll(agent);
    }
}

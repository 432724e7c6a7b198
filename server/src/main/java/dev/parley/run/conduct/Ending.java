package dev.parley.run.conduct;

import dev.parley.protocol.AgentState;
import dev.parley.store.Tx;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.RunAgentTable;
import dev.parley.store.table.RunKey;
import java.sql.SQLException;
import java.util.List;

/** What becomes of everybody when a run has ended: nobody works, and nobody waits for anything. */
public final class Ending {
    private static final int ALL = 10_000;

    private Ending() {}

    /** Lets go of everybody; returns those who held an assignment. */
    public static List<String> release(Tx tx, RunKey run, long seq) throws SQLException {
        var sql = tx.bulk(AwaitedTable.TABLE);
        AwaitedTable.TABLE.cancelAll(sql, run);
        var board = new TxBoard(tx, run);
        var agents = RunAgentTable.TABLE.of(sql, run, "", ALL);
        for (var agent : agents) {
            board.put(released(board.agent(agent.key().agent())));
        }
        board.keep(seq);
        return agents.stream()
                .filter(agent -> !agent.holds().isEmpty())
                .map(agent -> agent.key().agent())
                .toList();
    }

    /** An agent whose run has ended; what it has finished or failed at stays so. */
    public static RunAgentTable.Row released(RunAgentTable.Row agent) {
        boolean isDone = agent.state() == AgentState.COMPLETED || agent.state() == AgentState.ERROR;
        return new RunAgentTable.Row(
                agent.key(), isDone ? agent.state() : AgentState.IDLE, List.of(), List.of());
    }
}

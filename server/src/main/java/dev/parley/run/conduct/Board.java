package dev.parley.run.conduct;

import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.RunAgentTable;
import java.sql.SQLException;
import java.util.Optional;

/** How everybody in one run stands; kept in the store, or rebuilt from the log to compare. */
public interface Board {
    /** An agent by its own name; idle when nothing was heard of it. */
    RunAgentTable.Row agent(String name) throws SQLException;

    void put(RunAgentTable.Row agent) throws SQLException;

    Optional<AwaitedTable.Row> awaited(long seq) throws SQLException;

    void put(AwaitedTable.Row awaited) throws SQLException;
}

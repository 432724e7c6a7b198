package dev.parley.operate;

import dev.parley.store.Sql;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.Strays;
import java.sql.SQLException;

/** Looks for rows that belong to nothing, and for entries that the feed does not tell. */
final class StrayCheck {
    private static final int MAX_RUNS = 100;

    private final Sql sql;
    private final Findings findings;

    StrayCheck(Sql sql, Findings findings) {
        this.sql = sql;
        this.findings = findings;
    }

    void examine() throws SQLException {
        for (var table : Strays.TABLES) {
            long strays = Strays.count(sql, table);
            if (strays > 0) {
                findings.report(strays + " rows of " + table + " belong to no run");
            }
        }
        for (var run : FeedTable.TABLE.incomplete(sql, MAX_RUNS)) {
            findings.report("the feed does not tell each message of " + run + " once");
        }
    }
}

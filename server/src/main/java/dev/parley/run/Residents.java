package dev.parley.run;

import dev.parley.run.conduct.Said;
import dev.parley.store.Tx;
import dev.parley.store.table.RunTable;
import java.sql.SQLException;

/** Whoever has turns to answer what is said to them: they are called when something is. */
public interface Residents {
    Residents NONE = (_, _, _) -> {};

    /** A message was added to a run's log, as part of the same batch. */
    void heard(Tx tx, RunTable.Row run, Said said) throws SQLException;
}

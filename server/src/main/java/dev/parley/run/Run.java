package dev.parley.run;

import dev.parley.store.table.RunTable;

/** One execution of one request: its row, and who takes part. */
public record Run(RunTable.Row row, Members members) {}

package dev.parley.run;

import dev.parley.store.table.Line;
import dev.parley.store.table.RunTable;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a list shows of a run.
 *
 * @param title its objective, or the first words in it; empty while there are none
 * @param agents who takes part, by name
 * @param last the newest message that is neither an ack nor a note of the hub
 */
public record Glance(RunTable.Row row, String title, Set<String> agents, @Nullable Line last) {}

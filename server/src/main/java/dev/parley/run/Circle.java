package dev.parley.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.guard.Cycle;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.codec.Json;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.RunKey;
import java.util.List;
import java.util.stream.Collectors;

/** Agents that all wait for each other, in one run or in several of a space. */
record Circle(List<Cycle.Wait<AwaitedTable.Key>> waits) {
    /** The runs that they wait in, each once, in order. */
    List<RunKey> runs() {
        return waits.stream()
                .map(wait -> wait.by().run())
                .distinct()
                .sorted((one, other) -> one.run().value().compareTo(other.run().value()))
                .toList();
    }

    /** The same for the same circle, wherever one begins to follow it. */
    MessageId id() {
        var places =
                waits.stream()
                        .map(wait -> wait.by().run().run() + "." + wait.by().seq())
                        .sorted()
                        .collect(Collectors.joining(" "));
        return HubId.of("cycle", places);
    }

    String words() {
        return waits.stream()
                .map(
                        wait ->
                                wait.asker()
                                        + " waits for "
                                        + wait.asked()
                                        + " in "
                                        + wait.by().run().run())
                .collect(Collectors.joining(", "));
    }

    /** For whoever is asked about it. */
    JsonNode context() {
        var context = Json.object();
        var cycle = context.putArray("cycle");
        for (var wait : waits) {
            cycle.addObject()
                    .put("agent", wait.asker())
                    .put("waits_for", wait.asked())
                    .put("run_id", wait.by().run().run().value())
                    .put("seq", wait.by().seq());
        }
        return context;
    }
}

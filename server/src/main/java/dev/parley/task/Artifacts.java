package dev.parley.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Entry;
import dev.parley.store.Store;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.TaskRow;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * What the worker that holds a task, or held it when it ended, has handed over. What one has begun
 * that lost the task is in the log, but not here: another makes it anew.
 *
 * @param isCut whether there is more than is shown; the log has all of it
 */
public record Artifacts(List<Artifact> items, boolean isCut) {
    /** How many characters of content are put together at most. */
    static final long MAX_SIZE = 1 << 20;

    private static final int PAGE = 200;

    static Artifacts of(Store store, TaskRow task) {
        var found = new LinkedHashMap<String, Artifact>();
        long seq = 0;
        long size = 0;
        while (true) {
            long after = seq;
            var page =
                    store.read(
                            sql ->
                                    MessageTable.TABLE.ofKindAfter(
                                            sql, task.key(), Chunk.FIELD, after, PAGE));
            if (page.isEmpty()) {
                return new Artifacts(List.copyOf(found.values()), false);
            }
            seq = page.getLast().seq();
            for (var row : page) {
                var chunk = Chunk.of(Entry.message(row)).filter(c -> c.fence() == task.fence());
                if (chunk.isPresent()) {
                    size += chunk.get().size();
                    if (size > MAX_SIZE) {
                        return new Artifacts(List.copyOf(found.values()), true);
                    }
                    found.compute(
                            chunk.get().id(), (_, before) -> Artifact.of(before, chunk.get()));
                }
            }
        }
    }

    /** Says so in the description of a task; nothing when there are none. */
    public void describe(ObjectNode body) {
        if (!items.isEmpty()) {
            var array = Json.array();
            items.forEach(item -> array.add(item.json()));
            body.set("artifacts", array);
        }
        if (isCut) {
            body.put("artifacts_cut", true);
        }
    }
}

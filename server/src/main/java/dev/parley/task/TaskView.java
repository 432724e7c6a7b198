package dev.parley.task;

import dev.parley.protocol.Message;
import dev.parley.run.Entry;
import dev.parley.store.Store;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What there is to see of a task beyond its row. */
public final class TaskView {
    private final Store store;
    private final Why why;

    public TaskView(Store store, Why why) {
        this.store = store;
        this.why = why;
    }

    /** The message that says what to do: the first of the run's log. */
    public Optional<Message> asked(RunKey task) {
        return store.read(sql -> MessageTable.TABLE.at(sql, task, 1)).map(Entry::message);
    }

    /** In a line each, what these are about. */
    public Map<RunKey, String> summaries(List<TaskRow> tasks) {
        return store.read(
                sql -> {
                    var found = new HashMap<RunKey, String>();
                    for (var task : tasks) {
                        MessageTable.TABLE
                                .at(sql, task.key(), 1)
                                .map(Entry::message)
                                .ifPresent(asked -> found.put(task.key(), asked.summary()));
                    }
                    return found;
                });
    }

    /** The message that brings the result, once there is one. */
    public Optional<Message> result(TaskRow task) {
        var id = task.result();
        if (id == null) {
            return Optional.empty();
        }
        var key = new MessageTable.Key(task.key(), id);
        return store.read(sql -> MessageTable.TABLE.find(sql, key)).map(Entry::message);
    }

    /** What its worker has handed over so far. */
    public Artifacts artifacts(TaskRow task) {
        return Artifacts.of(store, task);
    }

    /** Why nobody has claimed it; null when it does not wait for that. */
    public @Nullable String why(TaskRow task) {
        return why.of(task);
    }
}

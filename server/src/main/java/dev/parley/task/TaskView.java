package dev.parley.task;

import dev.parley.access.Principal;
import dev.parley.protocol.Message;
import dev.parley.run.Entry;
import dev.parley.run.Search;
import dev.parley.store.Store;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What there is to see of a task beyond its row. */
public final class TaskView {
    private final Store store;
    private final Why why;
    private final TaskGlances glances;

    public TaskView(Store store, Why why) {
        this.store = store;
        this.why = why;
        this.glances = new TaskGlances(store, why);
    }

    /** The message that says what to do: the first of the run's log. */
    public Optional<Message> asked(RunKey task) {
        return store.read(sql -> MessageTable.TABLE.at(sql, task, 1)).map(Entry::message);
    }

    /** Tasks that the caller may see and wants, newest first, older than a run if it is given. */
    public Search.Page<TaskGlance> list(
            Principal caller, TaskFilter filter, @Nullable String before, int limit) {
        return glances.page(caller, filter, before, limit);
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

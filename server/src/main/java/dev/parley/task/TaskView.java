package dev.parley.task;

import dev.parley.protocol.Message;
import dev.parley.protocol.Space;
import dev.parley.run.Entry;
import dev.parley.store.Store;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import java.util.List;
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

    /** What a list shows of tasks of one space. */
    public List<TaskGlance> glances(Space space, List<TaskRow> tasks) {
        return store.read(
                sql -> {
                    var runs = tasks.stream().map(task -> task.key().run()).toList();
                    var summaries = MessageTable.TABLE.first(sql, space, runs);
                    var reasons = why.of(sql, space, tasks);
                    return tasks.stream()
                            .map(
                                    task ->
                                            new TaskGlance(
                                                    task,
                                                    summaries.getOrDefault(task.key().run(), ""),
                                                    reasons.get(task.key())))
                            .toList();
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

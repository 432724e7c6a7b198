package dev.parley.operate;

import dev.parley.protocol.Act;
import dev.parley.protocol.Message;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunStatus;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Follows what a run's log tells of its task, and compares that with the task. */
final class TaskCheck {
    private int claims;
    private long fence;
    private @Nullable String holder;

    void follow(Message message) {
        if (message.act() != Act.SYSTEM) {
            return;
        }
        var payload = message.payload();
        if (isChange(message, "claimed")) {
            claims++;
            fence++;
            holder = payload.path("agent").asText();
        } else if (isChange(message, "task")
                && payload.path("state").asText().equals(Wire.name(TaskState.QUEUED))) {
            fence++;
            holder = null;
        }
    }

    private static boolean isChange(Message message, String change) {
        return message.payload().path("change").asText().equals(change);
    }

    /** Where the store says otherwise, in words. */
    List<String> differences(Sql sql, RunTable.Row run) throws SQLException {
        var found = new ArrayList<String>();
        var stored = TaskTable.TABLE.find(sql, run.key());
        if (stored.isEmpty()) {
            if (claims > 0) {
                found.add("its log tells of a task, which is missing");
            }
            return found;
        }
        var task = stored.get();
        if (!agrees(task.state(), run.status())) {
            found.add(
                    "its task is "
                            + Wire.name(task.state())
                            + " but it is "
                            + Wire.name(run.status()));
        }
        if (task.attempts() != claims || task.fence() != fence) {
            found.add("its task was not claimed as often as its log tells");
        }
        compareHolder(task, found);
        if (task.state() == TaskState.QUEUED && task.isOpen() == run.standing().paused()) {
            found.add("its task may be claimed although it is paused, or the other way round");
        }
        if (task.state() == TaskState.COMPLETED && !hasResult(sql, task)) {
            found.add("the result of its task is not in its log");
        }
        if (task.state().isFinal() == (task.endedAt() == null)) {
            found.add("its task has ended at no time, or too early");
        }
        return found;
    }

    private void compareHolder(TaskRow task, List<String> found) {
        var hold = task.hold();
        var stored = hold == null ? null : hold.agent().value();
        if (!Objects.equals(stored, holder)) {
            found.add("its task is held by " + stored + " but its log says by " + holder);
        }
        if (task.state().isHeld() && hold == null) {
            found.add("its task is " + Wire.name(task.state()) + " but nobody holds it");
        }
    }

    private static boolean agrees(TaskState task, RunStatus run) {
        return switch (task) {
            case QUEUED, RUNNING, NEEDS_INPUT, NEEDS_AUTH -> !run.isFinal();
            case COMPLETED -> run == RunStatus.COMPLETED;
            case FAILED, REJECTED -> run == RunStatus.FAILED;
            case CANCELLED -> run == RunStatus.CANCELLED;
        };
    }

    private static boolean hasResult(Sql sql, TaskRow task) throws SQLException {
        var result = task.result();
        return result != null
                && MessageTable.TABLE.seq(sql, new MessageTable.Key(task.key(), result)) > 0;
    }
}

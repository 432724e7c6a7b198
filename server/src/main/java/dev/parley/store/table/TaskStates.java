package dev.parley.store.table;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.Wire;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The states of a task: from which, by what, into which. What is not here is illegal. */
public final class TaskStates {
    private static final Set<TaskState> HELD =
            EnumSet.of(TaskState.RUNNING, TaskState.NEEDS_INPUT, TaskState.NEEDS_AUTH);
    private static final Set<TaskState> LIVE =
            EnumSet.of(
                    TaskState.QUEUED,
                    TaskState.RUNNING,
                    TaskState.NEEDS_INPUT,
                    TaskState.NEEDS_AUTH);
    private static final Map<Trigger, Map<TaskState, TaskState>> TABLE = table();

    /** What can happen to a task. */
    public enum Trigger {
        CLAIMED("be claimed"),
        /** Its worker asks a person. */
        ASKED("ask a person"),
        /** Its worker needs a credential that it does not have. */
        LOCKED_OUT("wait for a credential"),
        /** What its worker waited for has come, or is no longer waited for. */
        ANSWERED("go on"),
        /** Its worker gives it back. */
        RELEASED("be released"),
        /** Its worker was not heard of for too long, and it may be tried again. */
        EXPIRED("expire"),
        FINISHED("be completed"),
        FAILED("fail"),
        DECLINED("be rejected"),
        CANCELLED("be cancelled");

        private final String words;

        Trigger(String words) {
            this.words = words;
        }
    }

    private TaskStates() {}

    public static Optional<TaskState> next(TaskState state, Trigger trigger) {
        return Optional.ofNullable(of(trigger).get(state));
    }

    /** The same; refuses what cannot happen. */
    static TaskState require(TaskState state, Trigger trigger) {
        return next(state, trigger)
                .orElseThrow(
                        () ->
                                new ParleyException(
                                        state.isFinal()
                                                ? Problem.TASK_ENDED
                                                : Problem.ILLEGAL_TRANSITION,
                                        "the task is "
                                                + Wire.name(state)
                                                + "; it cannot "
                                                + trigger.words));
    }

    /** Everything that a trigger does, by the state it meets. */
    public static Map<TaskState, TaskState> of(Trigger trigger) {
        return TABLE.getOrDefault(trigger, Map.of());
    }

    private static Map<Trigger, Map<TaskState, TaskState>> table() {
        var table = new EnumMap<Trigger, Map<TaskState, TaskState>>(Trigger.class);
        table.put(Trigger.CLAIMED, Map.of(TaskState.QUEUED, TaskState.RUNNING));
        table.put(Trigger.ASKED, all(HELD, TaskState.NEEDS_INPUT));
        table.put(Trigger.LOCKED_OUT, all(HELD, TaskState.NEEDS_AUTH));
        table.put(Trigger.ANSWERED, all(HELD, TaskState.RUNNING));
        table.put(Trigger.RELEASED, all(HELD, TaskState.QUEUED));
        table.put(Trigger.EXPIRED, all(HELD, TaskState.QUEUED));
        table.put(Trigger.FINISHED, all(HELD, TaskState.COMPLETED));
        table.put(Trigger.FAILED, all(LIVE, TaskState.FAILED));
        table.put(Trigger.DECLINED, all(HELD, TaskState.REJECTED));
        table.put(Trigger.CANCELLED, all(LIVE, TaskState.CANCELLED));
        return table;
    }

    private static Map<TaskState, TaskState> all(Set<TaskState> from, TaskState to) {
        var row = new EnumMap<TaskState, TaskState>(TaskState.class);
        from.forEach(state -> row.put(state, to));
        return row;
    }
}

package dev.parley.store.table;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The states of a run: from which, by what, into which. What is not here is illegal. */
public final class RunStates {
    private static final Set<RunStatus> LIVE = EnumSet.of(RunStatus.RUNNING, RunStatus.WAITING);
    private static final Map<Trigger, Map<RunStatus, RunStatus>> TABLE = table();

    /** What can happen to a run. */
    public enum Trigger {
        /** Somebody pauses it, a blocker or question is raised. */
        HELD_UP,
        /** Nothing is in its way any more. */
        FREED,
        FINISHED,
        FAILED,
        CANCELLED
    }

    private RunStates() {}

    public static Optional<RunStatus> next(RunStatus status, Trigger trigger) {
        return Optional.ofNullable(of(trigger).get(status));
    }

    /** Everything that a trigger does, by the status it meets. */
    public static Map<RunStatus, RunStatus> of(Trigger trigger) {
        return TABLE.getOrDefault(trigger, Map.of());
    }

    private static Map<Trigger, Map<RunStatus, RunStatus>> table() {
        var table = new EnumMap<Trigger, Map<RunStatus, RunStatus>>(Trigger.class);
        table.put(Trigger.HELD_UP, all(RunStatus.WAITING));
        table.put(Trigger.FREED, Map.of(RunStatus.WAITING, RunStatus.RUNNING));
        table.put(Trigger.FINISHED, all(RunStatus.COMPLETED));
        table.put(Trigger.FAILED, all(RunStatus.FAILED));
        table.put(Trigger.CANCELLED, all(RunStatus.CANCELLED));
        return table;
    }

    private static Map<RunStatus, RunStatus> all(RunStatus to) {
        var row = new EnumMap<RunStatus, RunStatus>(RunStatus.class);
        LIVE.forEach(from -> row.put(from, to));
        return row;
    }
}

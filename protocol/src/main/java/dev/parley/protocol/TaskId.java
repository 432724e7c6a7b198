package dev.parley.protocol;

/** Names one task within its space: {@code task_} and what the id of its run goes on with. */
public record TaskId(String value) {
    private static final String PREFIX = "task_";
    private static final String RUN = "run_";

    public TaskId {
        Names.requireId("task_id", value);
    }

    public static TaskId of(RunId run) {
        return new TaskId(PREFIX + run.value().substring(RUN.length()));
    }

    /** The run of this task; for what is no task's id, one that does not exist. */
    public RunId run() {
        return new RunId(value.startsWith(PREFIX) ? RUN + value.substring(PREFIX.length()) : value);
    }

    @Override
    public String toString() {
        return value;
    }
}

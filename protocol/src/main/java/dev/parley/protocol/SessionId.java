package dev.parley.protocol;

/** Names a durable conversation with one agent. */
public record SessionId(String value) {
    private static final String PREFIX = "ses_";
    private static final String RUN = "run_";

    public SessionId {
        Names.requireId("session_id", value);
    }

    /** Names the conversation that a run was begun for. */
    public static SessionId of(RunId run) {
        return new SessionId(PREFIX + run.value().substring(RUN.length()));
    }

    @Override
    public String toString() {
        return value;
    }
}

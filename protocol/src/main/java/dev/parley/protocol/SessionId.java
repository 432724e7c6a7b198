package dev.parley.protocol;

/** Names a durable conversation with one agent. */
public record SessionId(String value) {
    public SessionId {
        Names.requireId("session_id", value);
    }

    @Override
    public String toString() {
        return value;
    }
}

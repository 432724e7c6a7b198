package dev.parley.protocol;

/** Groups the messages of one exchange within a run. */
public record ThreadId(String value) {
    public ThreadId {
        Names.requireId("thread_id", value);
    }

    @Override
    public String toString() {
        return value;
    }
}

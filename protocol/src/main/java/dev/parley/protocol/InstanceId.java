package dev.parley.protocol;

/** Names one running copy of an agent; an agent that names none is its own only one. */
public record InstanceId(String value) {
    /** Of an agent that names none. */
    public static final InstanceId ONLY = new InstanceId("");

    /** Of whoever only tries whether an agent gets through: nobody's running copy. */
    public static final InstanceId PROBE = new InstanceId("parley-doctor");

    public InstanceId {
        if (!value.isEmpty()) {
            Names.requireId("instance", value);
        }
    }

    @Override
    public String toString() {
        return value;
    }
}

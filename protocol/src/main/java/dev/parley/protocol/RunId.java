package dev.parley.protocol;

/** Names one run within its space. */
public record RunId(String value) {
    public RunId {
        Names.requireId("run_id", value);
    }

    @Override
    public String toString() {
        return value;
    }
}

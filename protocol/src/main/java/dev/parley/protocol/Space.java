package dev.parley.protocol;

/** The wall between teams: everything belongs to exactly one. */
public record Space(String value) {
    /** Where everything is that names no other. */
    public static final Space DEFAULT = new Space("default");

    public Space {
        Names.requireId("space", value);
    }

    @Override
    public String toString() {
        return value;
    }
}

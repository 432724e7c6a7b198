package dev.parley.protocol;

/** The wall between teams: everything belongs to exactly one. */
public record Space(String value) {
    public Space {
        Names.requireId("space", value);
    }

    @Override
    public String toString() {
        return value;
    }
}

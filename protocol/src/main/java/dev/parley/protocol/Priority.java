package dev.parley.protocol;

import java.util.Locale;

/** How urgent a message is: any integer from -100 to 100, with names for the four usual ones. */
public record Priority(int value) implements Comparable<Priority> {
    public static final int LIMIT = 100;
    public static final Priority LOW = new Priority(-5);
    public static final Priority NORMAL = new Priority(0);
    public static final Priority HIGH = new Priority(5);
    public static final Priority URGENT = new Priority(10);

    public Priority {
        if (value < -LIMIT || value > LIMIT) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "priority must be between -" + LIMIT + " and " + LIMIT + ", was " + value);
        }
    }

    /** The name whose range holds this value. */
    public String name() {
        if (value < NORMAL.value) {
            return "low";
        }
        if (value < HIGH.value) {
            return "normal";
        }
        return value < URGENT.value ? "high" : "urgent";
    }

    public static Priority named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "low" -> LOW;
            case "normal" -> NORMAL;
            case "high" -> HIGH;
            case "urgent" -> URGENT;
            default ->
                    throw new ParleyException(
                            Problem.BAD_VALUE,
                            "priority must be low, normal, high, urgent or an integer, was "
                                    + Names.quote(name));
        };
    }

    @Override
    public int compareTo(Priority other) {
        return Integer.compare(value, other.value);
    }
}

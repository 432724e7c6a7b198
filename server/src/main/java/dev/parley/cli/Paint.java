package dev.parley.cli;

/** Colours that mean something; without a terminal they are nothing. */
public enum Paint {
    /** From agent to agent. */
    AGENTS("\033[35m"),
    /** By or to a person. */
    PERSON("\033[94m"),
    /** What is there for reference. */
    FAINT("\033[90m");

    private static final String PLAIN = "\033[0m";

    private final String code;

    Paint(String code) {
        this.code = code;
    }

    public String on(String text, boolean colour) {
        return colour ? code + text + PLAIN : text;
    }
}

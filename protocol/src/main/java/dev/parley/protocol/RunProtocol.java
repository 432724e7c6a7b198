package dev.parley.protocol;

/** Who may send which kind to whom within a run. */
public enum RunProtocol {
    /** A manager narrates to the user; workers and specialists report to it. */
    MANAGED,
    /** Parents delegate to children, children report and ask upwards. */
    TREE,
    /** Anyone in the space to anyone. */
    OPEN
}

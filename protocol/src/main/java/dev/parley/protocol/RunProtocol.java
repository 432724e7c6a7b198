package dev.parley.protocol;

/** Who may send which kind to whom within a run. */
public enum RunProtocol {
    /** A manager narrates to the user; workers and specialists report to it. */
    MANAGED,
    /** Parents delegate to children, children report and ask upwards. */
    TREE,
    /** Anyone in the space to anyone. */
    OPEN,
    /** The same among its participants only; nobody else sees it. */
    CLOSED;

    /** Whether anything may be said to anybody who takes part. */
    public boolean isFree() {
        return this == OPEN || this == CLOSED;
    }
}

package dev.parley.protocol;

/** Which way a message runs, seen from whoever assigned the work. */
public enum Direction {
    /** From manager to worker, from parent to child. */
    DOWN,
    /** From worker to manager, from child to parent. */
    UP,
    /** From an agent to the person. */
    TO_USER,
    /** From the person to an agent. */
    FROM_USER,
    /** Back to whoever sent the message that this one is about. */
    BACK,
    /** From the hub itself. */
    FROM_SYSTEM
}

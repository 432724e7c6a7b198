package dev.parley.store;

/** Whether a batch believes that keys which are expected to be new are, and whether it just has. */
final class Belief {
    private boolean allowed;
    private boolean used;

    Belief(boolean allowed) {
        this.allowed = allowed;
    }

    /** Believes, if that is allowed. */
    boolean believe() {
        used |= allowed;
        return allowed;
    }

    /** Starts to watch whether anything is believed. */
    void forget() {
        used = false;
    }

    boolean wasUsed() {
        return used;
    }

    void allow(boolean now) {
        allowed = now;
    }
}

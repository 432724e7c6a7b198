package dev.parley.audit;

import java.util.Optional;

/**
 * What following the chain has shown.
 *
 * @param entries how many are as they were written, from the first on
 * @param head the last of those
 * @param fault the first thing that is wrong
 */
public record Verdict(long entries, Head head, Optional<Fault> fault) {
    /** What happened to the chain. */
    public enum Kind {
        CHANGED,
        REMOVED,
        REORDERED,
        CUT_OFF,
        ADDED
    }

    /** Something wrong, and the entry at which it begins. */
    public record Fault(Kind kind, long n, String sentence) {}
}

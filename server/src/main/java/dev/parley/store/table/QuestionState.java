package dev.parley.store.table;

import java.util.EnumSet;
import java.util.Set;

/** What became of a question. */
public enum QuestionState {
    OPEN,
    ANSWERED,
    EXPIRED,
    CANCELLED;

    /** What it may become; a question is closed once, and stays so. */
    public Set<QuestionState> next() {
        return this == OPEN ? EnumSet.of(ANSWERED, EXPIRED, CANCELLED) : Set.of();
    }
}

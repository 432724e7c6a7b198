package dev.parley.store.table;

/** What a running copy of an agent last said that it does. */
public enum InstanceState {
    /** It is there and has said nothing else. */
    START,
    BUSY,
    IDLE,
    END
}

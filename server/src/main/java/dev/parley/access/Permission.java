package dev.parley.access;

/** What a route asks of whoever calls it. */
public enum Permission {
    /** Look at agents, runs, messages, receipts and blobs. */
    READ,
    /** Look at what concerns everybody in the space: counts of it all, and how they went. */
    SURVEY,
    /** Put agents' cards, create runs, post messages, upload blobs. */
    SEND,
    /** Pull from and ack in one's own inbox. */
    RECEIVE,
    /** Steer, pause, resume and cancel runs; answer questions. */
    CONTROL,
    /** Speak for an agent's running copy: that it is there, what it does, and its work. */
    APPEAR,
    /** See what was refused and what people did. */
    AUDIT,
    /** Create, list and revoke tokens; back up, check and measure the store. */
    OPERATE
}

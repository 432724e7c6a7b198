package dev.parley.access;

/** What a route asks of whoever calls it. */
public enum Permission {
    /** Look at runs, messages, receipts and blobs. */
    READ,
    /** Create runs, post messages, upload blobs. */
    SEND,
    /** Pull from and ack in one's own inbox. */
    RECEIVE,
    /** Answer what is asked of people. */
    ANSWER,
    /** Create, list and revoke tokens; back up, check and measure the store. */
    OPERATE
}

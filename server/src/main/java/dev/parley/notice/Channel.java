package dev.parley.notice;

/** A way to tell somebody outside. */
interface Channel {
    /** Sends it once, in bounded time. */
    void send(Letter letter) throws Undelivered;
}

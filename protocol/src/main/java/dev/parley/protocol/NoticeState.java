package dev.parley.protocol;

/** What has become of a notice. */
public enum NoticeState {
    /** It will be sent, or sent again. */
    WAITING,
    SENT,
    /** It was given up on. */
    FAILED
}

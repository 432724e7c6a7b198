package dev.parley.protocol;

/** How somebody outside is told. */
public enum NoticeChannel {
    EMAIL,
    WEBHOOK
}

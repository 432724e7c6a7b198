package dev.parley.notice;

import dev.parley.store.table.NoticeRow;
import java.time.Duration;

/**
 * How long to wait before a notice is tried again: three times as long each time, up to six hours,
 * and so that those that failed together do not all come back together.
 */
final class Backoff {
    /** Together they take about a day. */
    static final int MAX_ATTEMPTS = 11;

    private static final Duration FIRST = Duration.ofSeconds(10);
    private static final Duration LONGEST = Duration.ofHours(6);
    private static final int FACTOR = 3;

    private Backoff() {}

    /** How a notice stands after an attempt that failed at a moment of hub time. */
    static NoticeRow after(NoticeRow notice, Undelivered failed, long now) {
        return failed.isFinal() || notice.attempts() >= MAX_ATTEMPTS
                ? notice.failed(failed.why())
                : notice.deferred(
                        failed.why(), now + pause(notice.attempts(), notice.key().id()).toMillis());
    }

    /**
     * After so many attempts.
     *
     * @param id by which it is spread a fifth to both sides, the same on every node
     */
    static Duration pause(int attempts, String id) {
        double millis = (double) FIRST.toMillis() * Math.pow(FACTOR, attempts - 1.0);
        double bounded = Math.min(millis, (double) LONGEST.toMillis());
        double spread = 0.8 + 0.4 * Math.floorMod(31 * id.hashCode() + attempts, 1000) / 1000;
        return Duration.ofMillis(Math.round(bounded * spread));
    }
}

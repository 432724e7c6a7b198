package dev.parley.inbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to see of an inbox.
 *
 * @param after the position up to which it has everything; null to go on from what was committed
 * @param patience how long to wait when there is nothing yet
 * @param maxTokens how many tokens the answer may take; null for as many as it needs
 */
public record Look(@Nullable Long after, int limit, Duration patience, @Nullable Long maxTokens) {
    /** Room for the frame of an answer, the digest of one message and something beside it. */
    public static final long MIN_TOKENS = 512;

    public static final long MAX_TOKENS = 10_000_000;

    private static final long BYTES_PER_TOKEN = 4;

    /** An estimate that needs no model: four bytes of UTF-8 are a token, a part counts as one. */
    static long tokens(long bytes) {
        return (bytes + BYTES_PER_TOKEN - 1) / BYTES_PER_TOKEN;
    }

    /** How many bytes the answer may take. */
    long bytes() {
        return maxTokens == null ? Long.MAX_VALUE : maxTokens * BYTES_PER_TOKEN;
    }
}

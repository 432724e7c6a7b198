package dev.parley.inbox;

import dev.parley.protocol.Address;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What an agent asks for.
 *
 * @param agent whose inbox; null for the caller's own
 * @param patience how long to wait when there is nothing yet
 * @param after the seq up to which it has everything; null to go on from its cursor
 */
public record Pull(@Nullable Address agent, int maxItems, @Nullable Long after, Duration patience) {
    public static final int MAX_ITEMS = 500;
}

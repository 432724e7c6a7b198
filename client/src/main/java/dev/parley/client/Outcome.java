package dev.parley.client;

import dev.parley.protocol.ParleyException;
import java.time.Duration;

/** What became of one attempt. */
sealed interface Outcome<T> {
    /** It worked. */
    record Done<T>(T value) implements Outcome<T> {}

    /** It failed, and trying again cannot help. */
    record Refused<T>(ParleyException problem) implements Outcome<T> {}

    /**
     * It failed, and trying again may help.
     *
     * @param notBefore how long the hub asked us to stay away; zero when it did not say
     */
    record Postponed<T>(ParleyException problem, Duration notBefore) implements Outcome<T> {}
}

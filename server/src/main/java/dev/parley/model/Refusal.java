package dev.parley.model;

import java.time.Duration;
import java.util.Optional;

/** A provider that does not do what it is asked. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Optional<Duration> patience;

    /**
     * What it has answered.
     *
     * @param patience after how long it wants to be asked again
     */
    Refusal(int status, Optional<Duration> patience, String words) {
        super(words);
        this.status = status;
        this.patience = patience;
    }

    int status() {
        return status;
    }

    Optional<Duration> patience() {
        return patience;
    }

    /** Whether asking again may help. */
    boolean mayPass() {
        return status == 408 || status == 429 || status >= 500;
    }
}

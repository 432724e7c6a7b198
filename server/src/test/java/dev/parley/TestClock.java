package dev.parley;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that moves only when a test says so. */
public final class TestClock implements InstantSource {
    private volatile Instant now = Instant.parse("2026-03-01T12:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    public void advance(Duration by) {
        now = now.plus(by);
    }
}

package dev.parley.demo;

import java.time.Duration;

/**
 * How fast the story is told.
 *
 * @param beat how long whoever watches has for each beat
 * @param patience how long a person is waited for before the story goes on without an answer
 * @param rest how long it is quiet before the next story, when somebody took part in the last one
 */
public record Pace(Duration beat, Duration patience, Duration rest) {
    /** Nobody seems to watch; so a demo that was left on has few runs by the end of the day. */
    private static final Duration LONGEST_REST = Duration.ofMinutes(15);

    /** About a minute for a story, apart from what people need for their answers. */
    public static Pace ofBeat(Duration beat) {
        return new Pace(beat, Duration.ofSeconds(45), beat.multipliedBy(5));
    }

    /** How long to rest after a story; each in which nobody took part makes it twice as long. */
    Duration restAfter(int unattended) {
        var longer = rest.multipliedBy(1L << Math.min(unattended, 10));
        return longer.compareTo(LONGEST_REST) < 0 ? longer : LONGEST_REST;
    }
}

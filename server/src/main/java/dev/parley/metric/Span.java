package dev.parley.metric;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** How far back figures are kept, and how finely. */
public enum Span {
    QUARTER("15m", Duration.ofSeconds(5), 180),
    HOUR("1h", Duration.ofSeconds(15), 240),
    DAY("24h", Duration.ofMinutes(5), 288);

    private final String word;
    private final Duration step;
    private final int points;

    Span(String word, Duration step, int points) {
        this.word = word;
        this.step = step;
        this.points = points;
    }

    public String word() {
        return word;
    }

    public Duration step() {
        return step;
    }

    int points() {
        return points;
    }

    public static Optional<Span> of(String word) {
        return Arrays.stream(values()).filter(span -> span.word.equals(word)).findFirst();
    }

    /** All words, for whoever used another. */
    public static String words() {
        return Arrays.stream(values()).map(Span::word).collect(Collectors.joining(", "));
    }
}

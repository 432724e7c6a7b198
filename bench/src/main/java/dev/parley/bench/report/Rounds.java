package dev.parley.bench.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures two sides in turn, A B A B, so that whatever else the machine does meets both alike. The
 * first pair warms up and is not counted.
 *
 * @param count how many pairs are counted
 * @param time how long each side is measured in each round
 */
public record Rounds(int count, Duration time) {
    /** Between two measurements: what the last one left to be done in the background is done. */
    private static final Duration PAUSE = Duration.ofMillis(300);

    /** Ours. */
    @FunctionalInterface
    public interface Side<T> {
        T measure(Duration time) throws Exception;
    }

    /** What ours is compared with; it may look at what ours has just done. */
    @FunctionalInterface
    public interface OtherSide<T> {
        T measure(Duration time, T ours) throws Exception;
    }

    public <T> List<Pair<T>> interleave(Side<T> ours, OtherSide<T> bare) throws Exception {
        var pairs = new ArrayList<Pair<T>>();
        for (int round = 0; round <= count; round++) {
            var first = ours.measure(time);
            Thread.sleep(PAUSE);
            var second = bare.measure(time, first);
            Thread.sleep(PAUSE);
            if (round > 0) {
                pairs.add(new Pair<>(first, second));
            }
        }
        return pairs;
    }
}

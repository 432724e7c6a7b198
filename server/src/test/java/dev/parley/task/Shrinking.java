package dev.parley.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/** Plays random sequences, and leaves of one that goes wrong only what it takes. */
public final class Shrinking {
    private Shrinking() {}

    /**
     * @param play what went wrong, if something did
     */
    public static <O> void play(
            int sequences,
            int length,
            Function<Random, O> random,
            Function<List<O>, Optional<String>> play) {
        for (long seed = 1; seed <= sequences; seed++) {
            var dice = new Random(seed);
            var all = new ArrayList<O>();
            for (int i = 0; i < length; i++) {
                all.add(random.apply(dice));
            }
            var wrong = play.apply(all);
            if (wrong.isPresent()) {
                throw new AssertionError("seed " + seed + ": " + shrink(all, wrong.get(), play));
            }
        }
    }

    private static <O> String shrink(
            List<O> failing, String first, Function<List<O>, Optional<String>> play) {
        var left = new ArrayList<>(failing);
        var wrong = first;
        for (int i = left.size() - 1; i >= 0; i--) {
            var fewer = new ArrayList<>(left);
            fewer.remove(i);
            var still = play.apply(fewer);
            if (still.isPresent()) {
                left = fewer;
                wrong = still.get();
                i = Math.min(i, left.size());
            }
        }
        return wrong + " after " + left;
    }
}

package dev.parley.run;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds what is wanted in a list that has much else, a page at a time.
 *
 * @param walk the list
 * @param place where in it one stands
 * @param isCovered whether all of the list is wanted, so that a page of it is a page of these
 */
public record Search<V>(
        Walk<V> walk, Function<V, String> place, Predicate<V> wanted, boolean isCovered) {
    /** How many are looked at for one page before the caller is asked to go on. */
    private static final int MAX_LOOKED_AT = 2_000;

    private static final int WINDOW = 200;

    /** Gives those that come after a place, or the first ones. */
    @FunctionalInterface
    public interface Walk<V> {
        List<V> after(@Nullable String place, int limit);
    }

    /**
     * Some of them.
     *
     * @param next the place after which to go on; null when there are no more
     */
    public record Page<V>(List<V> items, @Nullable String next) {}

    /** Those after a place, if one is given. */
    public Page<V> page(@Nullable String after, int limit) {
        var found = new ArrayList<V>();
        var last = after;
        for (int looked = 0; looked < MAX_LOOKED_AT && found.size() < limit; ) {
            int window = isCovered ? limit - found.size() : WINDOW;
            var seen = walk.after(last, window);
            for (var one : seen) {
                looked++;
                last = place.apply(one);
                if (wanted.test(one)) {
                    found.add(one);
                }
                if (found.size() == limit) {
                    break;
                }
            }
            if (seen.size() < window && isLast(seen, last)) {
                return new Page<>(found, null);
            }
        }
        return new Page<>(found, last);
    }

    private boolean isLast(List<V> seen, @Nullable String last) {
        return seen.isEmpty() || place.apply(seen.getLast()).equals(last);
    }
}

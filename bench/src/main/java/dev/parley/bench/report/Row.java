package dev.parley.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One figure of both sides.
 *
 * @param ours the median over the rounds
 * @param bare the median over the rounds
 * @param ratio the median of the rounds' ratios, each of two neighbours
 */
public record Row(String what, double ours, double bare, double ratio, Demand demand) {
    public static <T> Row of(
            String what, List<Pair<T>> pairs, ToDoubleFunction<T> figure, Demand demand) {
        return new Row(
                what,
                median(pairs.stream().mapToDouble(p -> figure.applyAsDouble(p.ours())).toArray()),
                median(pairs.stream().mapToDouble(p -> figure.applyAsDouble(p.bare())).toArray()),
                median(
                        pairs.stream()
                                .mapToDouble(
                                        p ->
                                                figure.applyAsDouble(p.ours())
                                                        / figure.applyAsDouble(p.bare()))
                                .toArray()),
                demand);
    }

    public boolean isMet() {
        return demand.isMetBy(ratio);
    }

    /** {@code ok}, {@code MISS}, or nothing when nothing is demanded. */
    String verdict() {
        if (demand instanceof Demand.Nothing) {
            return "";
        }
        return isMet() ? "ok" : "MISS";
    }

    public static double median(double... figures) {
        var sorted = figures.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}

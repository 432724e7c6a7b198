package dev.parley.metric;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;

/** The newest points of some figures; used under the lock of the history. */
final class Ring {
    private final int points;
    private final Map<String, Line> lines = new LinkedHashMap<>();
    private long looks;

    Ring(int points) {
        this.points = points;
    }

    // Lines are compared by nobody.
    @SuppressWarnings("ArrayRecordComponent")
    private record Line(DoubleSupplier next, double[] values) {}

    void add(String name, DoubleSupplier next) {
        lines.put(name, new Line(next, new double[points]));
    }

    void look() {
        int at = (int) (looks++ % points);
        lines.values().forEach(line -> line.values[at] = line.next.getAsDouble());
    }

    /** As many points as there are, oldest first. */
    Map<String, List<Double>> past() {
        var past = new LinkedHashMap<String, List<Double>>();
        lines.forEach((name, line) -> past.put(name, past(line)));
        return past;
    }

    private List<Double> past(Line line) {
        var values = new ArrayList<Double>();
        for (long at = Math.max(0, looks - points); at < looks; at++) {
            values.add(line.values[(int) (at % points)]);
        }
        return values;
    }
}

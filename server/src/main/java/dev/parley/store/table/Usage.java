package dev.parley.store.table;

/**
 * What models have used.
 *
 * @param cost in billionths of what prices are in
 */
public record Usage(long calls, long input, long output, long cost) {
    public static final Usage NONE = new Usage(0, 0, 0, 0);

    public Usage plus(Usage more) {
        return new Usage(
                calls + more.calls, input + more.input, output + more.output, cost + more.cost);
    }

    public long tokens() {
        return input + output;
    }
}

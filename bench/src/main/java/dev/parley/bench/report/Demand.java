package dev.parley.bench.report;

/** What a ratio must be. */
public sealed interface Demand {
    boolean isMetBy(double ratio);

    /** At least this much of the other side. */
    record AtLeast(double least) implements Demand {
        @Override
        public boolean isMetBy(double ratio) {
            return ratio >= least;
        }

        @Override
        public String toString() {
            return "at least " + least;
        }
    }

    /** At most this much of the other side. */
    record AtMost(double most) implements Demand {
        @Override
        public boolean isMetBy(double ratio) {
            return ratio <= most;
        }

        @Override
        public String toString() {
            return "at most " + most;
        }
    }

    /** Nothing: the figure is shown and that is all. */
    record Nothing() implements Demand {
        @Override
        public boolean isMetBy(double ratio) {
            return true;
        }

        @Override
        public String toString() {
            return "";
        }
    }
}

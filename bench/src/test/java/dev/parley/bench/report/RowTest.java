package dev.parley.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowTest {
    /** The machine was twice as slow in the last round. */
    private static final List<Pair<Double>> PAIRS =
            List.of(new Pair<>(90.0, 100.0), new Pair<>(95.0, 100.0), new Pair<>(40.0, 50.0));

    @Test
    void aRatioComparesNeighboursOnly() {
        var row = Row.of("rows/s", PAIRS, figure -> figure, new Demand.AtLeast(0.8));
        assertThat(row.ours()).isEqualTo(90);
        assertThat(row.bare()).isEqualTo(100);
        assertThat(row.ratio()).isEqualTo(0.9);
    }

    @Test
    void aMissedDemandIsSaidAndShutsTheGate() {
        var report =
                new Report()
                        .add(Row.of("rows/s", PAIRS, figure -> figure, new Demand.AtLeast(0.95)))
                        .add(Row.of("ms", PAIRS, figure -> figure, new Demand.AtMost(1.5)))
                        .add(Row.of("seen", PAIRS, figure -> figure, new Demand.Nothing()))
                        .note("on this machine");
        assertThat(report.isMet()).isFalse();
        assertThat(report)
                .hasToString(
                        """
                        | what   | ours | bare | ratio |      demanded |      |
                        |--------|-----:|-----:|------:|--------------:|-----:|
                        | rows/s | 90.0 |  100 |  0.90 | at least 0.95 | MISS |
                        | ms     | 90.0 |  100 |  0.90 |   at most 1.5 |   ok |
                        | seen   | 90.0 |  100 |  0.90 |               |      |

                        on this machine""");
    }

    @Test
    void halfOfSixLatenciesLieBelowTheMiddle() {
        var latencies = new Latencies();
        for (long millis : new long[] {6, 1, 5, 2, 4, 3}) {
            latencies.add(millis * 1_000_000);
        }
        assertThat(latencies.millis(0.5)).isEqualTo(4);
        assertThat(latencies.millis(0.99)).isEqualTo(6);
    }
}

package dev.parley.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {
    private final Pace pace = new Pace(Duration.ofSeconds(10));

    @Test
    void withinTheGraceAnyPaceWillDo() {
        assertThat(pace.isTooSlow(1, Duration.ofSeconds(10).toNanos())).isFalse();
        assertThat(pace.isTooSlow(1, Duration.ofSeconds(11).toNanos())).isTrue();
    }

    @Test
    void afterwardsEveryFourKibibytesBuyASecond() {
        assertThat(pace.isTooSlow(4_096 * 60, Duration.ofSeconds(70).toNanos())).isFalse();
        assertThat(pace.isTooSlow(4_096 * 60, Duration.ofSeconds(71).toNanos())).isTrue();
    }
}

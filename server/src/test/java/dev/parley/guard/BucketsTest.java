package dev.parley.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestNanos;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BucketsTest {
    private final TestNanos nanos = new TestNanos();
    private final Buckets<Integer> buckets = new Buckets<>(2, nanos);

    @Test
    void aBucketThatIsFullAgainIsForgotten() {
        buckets.of(1).tryConsume(2);
        nanos.jump(Duration.ofSeconds(59));
        buckets.of(2).tryConsume(2);
        assertThat(buckets.size()).isEqualTo(2);
        nanos.jump(Duration.ofSeconds(1));
        assertThat(buckets.of(2).tryConsume(1)).isFalse();
        assertThat(buckets.size()).isEqualTo(1);
    }

    @Test
    void thereAreNeverTooManyAndThoseInUseStay() {
        buckets.of(0).tryConsume(2);
        for (int i = 1; i <= Buckets.MAX + 10; i++) {
            buckets.of(i);
            assertThat(buckets.of(0).tryConsume(1)).isFalse();
        }
        assertThat(buckets.size()).isEqualTo(Buckets.MAX);
    }
}

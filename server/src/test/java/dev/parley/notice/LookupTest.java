package dev.parley.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names are looked up, however silent the name server is, by a bounded number of threads. */
@Timeout(60)
class LookupTest {
    @Test
    void aSilentNameServerBlocksNoMoreThreadsThanThereMayBe() throws Exception {
        var answers = new CountDownLatch(1);
        var asked = new AtomicInteger();
        Destinations.Resolver silent =
                _ -> {
                    asked.incrementAndGet();
                    await(answers);
                    return List.of(InetAddress.getLoopbackAddress());
                };
        try (var lookup = new Lookup(Duration.ofHours(1), silent)) {
            var askers = new ArrayList<Thread>();
            for (int n = 0; n < Lookup.MAX_THREADS; n++) {
                askers.add(Thread.ofVirtual().start(() -> find(lookup)));
            }
            while (asked.get() < Lookup.MAX_THREADS) {
                Thread.onSpinWait();
            }

            assertThatThrownBy(() -> lookup.of("example.com"))
                    .isInstanceOf(UnknownHostException.class);

            assertThat(asked).hasValue(Lookup.MAX_THREADS);
            answers.countDown();
            for (var asker : askers) {
                asker.join();
            }
            assertThat(lookup.of("example.com")).hasSize(1);
        }
    }

    private static void find(Lookup lookup) {
        try {
            assertThat(lookup.of("example.com")).hasSize(1);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /** As a system's lookup does, whoever interrupts it. */
    private static void await(CountDownLatch answers) {
        while (answers.getCount() > 0) {
            try {
                answers.await();
            } catch (InterruptedException _) {
                Thread.onSpinWait();
            }
        }
    }
}

package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.crash.Audit;
import dev.parley.e2e.crash.Crowd;
import dev.parley.e2e.crash.WholeLog;
import dev.parley.e2e.hub.Hub;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A hub that is asked to stop does so soon, and keeps what it has acknowledged. */
final class StopIT {
    private static final Duration SOON = Duration.ofSeconds(5);

    @TempDir Path folder;

    @Test
    void sigtermEndsABusyHubWithinFiveSecondsAndNothingIsLost() throws Exception {
        var first = Hub.on(folder).start();
        try (var crowd = new Crowd(first, 11)) {
            Thread.sleep(1_000);
            crowd.requireWell();
            long began = System.nanoTime();

            int status = first.stop();

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(SOON);
            assertThat(status).isIn(0, 143);
            try (var second = Hub.on(folder).start()) {
                crowd.follow(second);
                crowd.finish();
                var log = WholeLog.of(second.owner(), crowd.runs());
                var verdict = Audit.of(crowd.ledger(), log);
                assertThat(verdict.isClean()).as(verdict.toString()).isTrue();
                assertThat(second.owner().hub().check().findings()).isEmpty();
            }
        } finally {
            first.close();
        }
    }
}

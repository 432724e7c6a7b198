package dev.parley.bench.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@EnabledOnOs(OS.LINUX)
class SessionsTest {
    @TempDir Path folder = Path.of("");

    @Test
    void idleSessionsCostNeitherThreadsNorProcessesAndTurnsAreCounted() throws Exception {
        var hub = List.of("-cp", System.getProperty("java.class.path"), "dev.parley.Main");
        var report = new Report();
        var costs =
                new Sessions(folder, hub, 4, 2)
                        .measure(new Rounds(1, Duration.ofMillis(1)), report);
        assertThat(costs).contains("threads", "child processes", "4 idle").doesNotContain("MISS");
        assertThat(report.toString())
                .contains("2 at once, turns/s", "from POST to idle, p99 ms", "used once within");
    }
}

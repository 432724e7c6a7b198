package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestClock;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever is denied a tool is denied it through any door, and that is written down. */
@Timeout(60)
class DenialTest {
    @Test
    void aDenialIsToldInTheLogOnceAMinuteAndCountedInTheAudit() {
        var clock = new TestClock();
        var parley = new TestParley.Setup().file(tools()).at(clock).start();
        try (var bench = Bench.of(parley)) {
            for (int i = 0; i < 3; i++) {
                bench.write(bench.alice(), "x", "x").expect(Problem.TOOL_DENIED);
            }
            assertThat(bench.story()).containsExactly("manager tool_result bench__write denied");
            clock.advance(Duration.ofMinutes(2));
            var denials =
                    bench.parley().owner().get("/api/audit?limit=500").elements("items").stream()
                            .filter(entry -> entry.path("outcome").asText().equals("tool-denied"))
                            .toList();
            assertThat(denials)
                    .singleElement()
                    .matches(entry -> entry.path("principal").asText().equals("agent:alice"))
                    .matches(entry -> entry.path("action").asText().equals("tool bench__write"))
                    .matches(entry -> entry.path("count").asInt() == 3);
            bench.write(bench.alice(), "x", "x").expect(Problem.TOOL_DENIED);
            assertThat(bench.story()).hasSize(2);
            bench.requireSound();
        }
    }

    private static String tools() {
        return Bench.tools("command: no-such-program");
    }
}

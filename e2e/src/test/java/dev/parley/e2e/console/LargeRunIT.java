package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run of a hundred thousand messages. */
@Timeout(240)
final class LargeRunIT {
    private static final int MESSAGES = 100_000;

    /** What reading the newest messages may weigh: a small part of all, which weigh 50 MB. */
    private static final long GLANCE = 2L << 20;

    private static final int MOST_ELEMENTS = 20_000;
    private static final int MOST_HEAP = 100 << 20;

    @TempDir Path data;

    @Test
    void opensOnTheNewestAndKeepsItsMemoryWhileSomebodyReadsBack() {
        try (var hub = Hub.on(data).start();
                var tab = Tab.ofOwner(hub)) {
            var alice = Actor.agent(hub, "alice");
            var run = alice.post("/api/runs", Json.object().put("protocol", "open")).text("run_id");
            assertThat(new Flood(alice, run).pour(MESSAGES)).isEqualTo(MESSAGES);
            alice.send(run, "user", "progress", "The very last step");

            var weights = new ArrayList<Integer>();
            tab.page()
                    .onResponse(
                            answer -> {
                                if (answer.url().contains("/api/runs/")) {
                                    weights.add(answer.body().length);
                                }
                            });
            tab.go("/ui/runs/" + run);
            assertThat(tab.page().getByText("The very last step").first()).isVisible();
            assertThat(weights.stream().mapToLong(Integer::longValue).sum())
                    .as("bytes of the run")
                    .isLessThan(GLANCE);

            for (int n = 0; n < 60; n++) {
                tab.page().mouse().move(400, 500);
                tab.page().mouse().wheel(0, -4_000);
                tab.page().waitForTimeout(30);
            }
            assertThat(tab.page().locator("*").count()).as("elements").isLessThan(MOST_ELEMENTS);
            assertThat(
                            ((Number)
                                            tab.page()
                                                    .evaluate(
                                                            "() => performance.memory.usedJSHeapSize"))
                                    .longValue())
                    .as("bytes of memory")
                    .isLessThan(MOST_HEAP);
            alice.send(run, "user", "progress", "One more after all");
            assertThat(tab.page().getByText("new").first()).isVisible();
        }
    }
}

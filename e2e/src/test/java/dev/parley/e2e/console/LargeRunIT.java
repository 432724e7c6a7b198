package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run of a hundred thousand messages. */
@Timeout(400)
final class LargeRunIT {
    private static final int MESSAGES = 100_000;

    /** What reading the newest messages may weigh: a small part of all, which weigh 50 MB. */
    private static final long GLANCE = 2L << 20;

    private static final int MOST_CARDS = 1_000;
    private static final int PAGES_BACK = 8;
    private static final int MOST_ELEMENTS = 30_000;
    private static final long MOST_HEAP = 100L << 20;

    @TempDir Path data;

    @Test
    void opensOnTheNewestAndKeepsItsMemoryWhileSomebodyReadsBack() {
        try (var hub =
                        Hub.on(data)
                                .with("limits.pair-rate", "0")
                                .with("limits.agent-rate", "0")
                                .start();
                var tab = Tab.ofOwner(hub)) {
            var alice = Actor.agent(hub, "alice");
            var run = alice.post("/api/runs", Json.object().put("protocol", "open")).text("run_id");
            assertThat(new Flood(alice, run).pour(MESSAGES)).isEqualTo(MESSAGES);
            alice.send(run, "user", "progress", "The very last step");

            tab.go("/ui/runs/" + run);
            assertThat(card(tab, "The very last step")).isInViewport();
            assertThat(tab.page().locator(".strip")).containsText("100,001");
            assertThat(weight(tab)).as("bytes of the run").isBetween(1L, GLANCE);

            long oldest = oldest(tab);
            for (int n = 0; n < PAGES_BACK; n++) {
                oldest = readBack(tab, oldest);
            }
            assertThat(oldest).isLessThan(MESSAGES - MOST_CARDS);
            assertThat(tab.page().locator(".timeline article").count())
                    .isLessThanOrEqualTo(MOST_CARDS);
            assertThat(tab.page().locator("*").count()).as("elements").isLessThan(MOST_ELEMENTS);
            assertThat(number(tab, "() => performance.memory.usedJSHeapSize"))
                    .as("bytes of memory")
                    .isLessThan(MOST_HEAP);

            alice.send(run, "user", "progress", "One more after all");
            tab.button("1 new").click();
            assertThat(card(tab, "One more after all")).isInViewport();
        }
    }

    private static Locator card(Tab tab, String words) {
        return tab.page()
                .locator(".timeline article")
                .filter(new Locator.FilterOptions().setHasText(words));
    }

    /** What was read of the run so far. */
    private static long weight(Tab tab) {
        return number(
                tab,
                "() => performance.getEntriesByType('resource').filter(one =>"
                        + " one.name.includes('/api/runs/')).reduce((sum, one) => sum +"
                        + " one.decodedBodySize, 0)");
    }

    private static long oldest(Tab tab) {
        return number(tab, "() => Number(document.querySelector('.timeline article').dataset.seq)");
    }

    /**
     * Turns the wheel to the top until older messages are there; answers which is now the oldest.
     */
    private static long readBack(Tab tab, long before) {
        tab.page().mouse().move(400, 400);
        tab.page().mouse().wheel(0, -1_000_000);
        tab.page()
                .waitForFunction(
                        "before => Number(document.querySelector('.timeline"
                                + " article').dataset.seq) < before",
                        (double) before);
        return oldest(tab);
    }

    private static long number(Tab tab, String script) {
        return ((Number) tab.page().evaluate(script)).longValue();
    }
}

package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run whose messages are so long that few of them fit an answer of the hub. */
@Timeout(120)
final class LongMessagesIT {
    private static final int MESSAGES = 60;
    private static final int LENGTH = 20_000;

    @TempDir static Path data;
    private static Hub hub;
    private static Actor alice;
    private static String run;

    @BeforeAll
    static void start() {
        hub = Hub.on(data).with("limits.pair-rate", "0").with("limits.agent-rate", "0").start();
        alice = Actor.agent(hub, "alice");
        run = alice.post("/api/runs", Json.object().put("protocol", "open")).text("run_id");
        for (int n = 1; n <= MESSAGES; n++) {
            tell("Long step " + n);
        }
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    private static void tell(String words) {
        var payload = Json.object().put("text", "x".repeat(LENGTH));
        alice.send(
                run, "user", "progress", words, Json.object().set("payload", payload).toString());
    }

    private static Locator card(Tab tab, String words) {
        return tab.page()
                .locator(".timeline article")
                .filter(new Locator.FilterOptions().setHasText(words));
    }

    @Test
    void opensOnTheNewestHearsWhatComesAndGoesBackWithoutGaps() {
        try (var tab = Tab.ofOwner(hub)) {
            tab.go("/ui/runs/" + run);
            assertThat(card(tab, "Long step " + MESSAGES)).isInViewport();
            tell("Just now");
            assertThat(card(tab, "Just now")).isInViewport();
            tab.page().mouse().move(400, 400);
            while (seqs(tab).getFirst() > 1) {
                tab.page().mouse().wheel(0, -1_000_000);
                tab.page().waitForTimeout(50);
            }
            var seqs = seqs(tab);
            assertThat(seqs)
                    .isEqualTo(IntStream.rangeClosed(1, seqs.getLast()).boxed().toList())
                    .hasSizeGreaterThan(MESSAGES);
        }
    }

    @Test
    void aLinkLeadsToAMessageInTheMiddle() {
        try (var tab = Tab.ofOwner(hub)) {
            tab.go("/ui/runs/" + run + "?at=20");
            assertThat(tab.page().locator(".timeline .marked")).containsText("Long step 20");
            assertThat(tab.page().locator(".timeline .marked")).isInViewport();
            assertThat(card(tab, "Long step 21")).isVisible();
            tab.go("/ui/flow?run=" + run);
            assertThat(tab.page().locator("main")).containsText("Long step " + MESSAGES);
        }
    }

    /** Which messages are on the page, in their order there. */
    private static List<Integer> seqs(Tab tab) {
        var found =
                (List<?>)
                        tab.page()
                                .evaluate(
                                        "() => [...document.querySelectorAll('.timeline article')]"
                                                + ".map(one => Number(one.dataset.seq))");
        return found.stream().map(one -> ((Number) one).intValue()).toList();
    }
}

package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The list of runs. */
@Timeout(120)
final class RunsIT {
    /** Longer than the page lets changes gather, in milliseconds. */
    private static final int LONG_AFTER = 1_000;

    @TempDir Path data;

    @Test
    void runsAreFoundByStateAgentAndTextWhileTheyGoOn() {
        try (var hub = Hub.on(data).start();
                var tab = Tab.ofOwner(hub).go("/ui/runs")) {
            var alice = Actor.agent(hub, "alice");
            var carol = Actor.agent(hub, "carol");
            assertThat(tab.page().locator("main")).containsText("Nothing has run here yet");
            var bread = run(alice, "bob", "Bake the bread");
            var cake = run(carol, "dave", "Bake the cake");
            assertThat(rows(tab)).hasCount(2);
            assertThat(row(tab, "Bake the bread")).containsText("alice");

            tab.page().getByLabel("Agent").fill("carol");
            tab.page().getByLabel("Agent").press("Enter");
            assertThat(rows(tab)).hasCount(1);
            assertThat(rows(tab)).containsText("Bake the cake");
            assertThat(tab.page()).hasURL(Pattern.compile("/ui/runs\\?agent=carol$"));
            tab.page().reload();
            assertThat(tab.page().getByLabel("Agent")).hasValue("carol");
            assertThat(rows(tab)).hasCount(1);

            tab.go("/ui/runs?text=bread");
            assertThat(rows(tab)).hasCount(1);
            run(alice, "bob", "Slice the bread");
            assertThat(rows(tab)).hasCount(2);
            run(carol, "dave", "Ice it");
            alice.send(bread, "bob", "message", "More flour");
            assertThat(row(tab, "More flour")).isVisible();
            assertThat(rows(tab)).hasCount(2);

            tab.go("/ui/runs");
            tab.page().getByLabel("State").selectOption("running");
            assertThat(rows(tab)).hasCount(4);
            assertThat(tab.page()).hasURL(Pattern.compile("/ui/runs\\?state=running$"));
            assertThat(hub.post("/api/runs/" + cake + "/cancel", Json.object()).status())
                    .isEqualTo(200);
            assertThat(rows(tab)).hasCount(3);
            tab.page().getByLabel("State").selectOption("cancelled");
            assertThat(rows(tab)).hasCount(1);
            assertThat(rows(tab)).containsText("Bake the cake");
        }
    }

    @Test
    void aLateAnswerToAnOldFilterIsNotShownAndNothingIsReadTwiceAtOnce() {
        try (var hub = Hub.on(data).start();
                var tab = Tab.ofOwner(hub)) {
            var alice = Actor.agent(hub, "alice");
            var carol = Actor.agent(hub, "carol");
            var bread = run(alice, "bob", "Bake the bread");
            run(carol, "dave", "Bake the cake");
            tab.go("/ui/runs");
            assertThat(rows(tab)).hasCount(2);

            var held = new ArrayList<Route>();
            tab.page().route(Pattern.compile("/api/runs\\?limit=50$"), held::add);
            alice.send(bread, "bob", "message", "More flour");
            tab.page().waitForCondition(() -> !held.isEmpty());
            alice.send(bread, "bob", "message", "More salt");
            tab.page().waitForTimeout(LONG_AFTER);
            assertThat(held).hasSize(1);

            tab.page().getByLabel("Agent").fill("carol");
            tab.page().getByLabel("Agent").press("Enter");
            assertThat(rows(tab)).hasCount(1);
            held.forEach(Route::resume);
            tab.page().waitForTimeout(LONG_AFTER);
            assertThat(rows(tab)).hasCount(1);
            assertThat(rows(tab)).containsText("Bake the cake");
            carol.send(run(carol, "dave", "Ice the cake"), "dave", "message", "With sugar");
            assertThat(row(tab, "With sugar")).isVisible();
            assertThat(rows(tab)).hasCount(2);
        }
    }

    private static String run(Actor opener, String to, String words) {
        var run =
                opener.post("/api/runs", Json.object().put("protocol", "open").put("title", words));
        opener.send(run.text("run_id"), to, "message", words);
        return run.text("run_id");
    }

    private static Locator rows(Tab tab) {
        return tab.page().locator("tbody tr");
    }

    private static Locator row(Tab tab, String words) {
        return tab.page().locator("tbody tr", new Page.LocatorOptions().setHasText(words));
    }
}

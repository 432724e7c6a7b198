package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Everything that is said, in all runs, as it is said. */
@Timeout(120)
final class FlowIT {
    @TempDir Path data;

    @Test
    void whatIsSaidInAllRunsIsDrawnAtOnceUnlessItIsPaused() {
        try (var hub = Hub.on(data).start();
                var tab = Tab.ofOwner(hub).go("/ui/flow")) {
            var alice = Actor.agent(hub, "alice");
            var carol = Actor.agent(hub, "carol");
            assertThat(tab.page().locator("main")).containsText("Nobody has said anything yet");
            var first = run(alice);
            alice.send(first, "bob", "message", "The paper is late");
            carol.send(run(carol), "dave", "progress", "Half of the ink is there");
            assertThat(arrow(tab, "The paper is late from alice to bob")).isVisible();
            assertThat(arrow(tab, "Half of the ink is there from carol to dave")).isVisible();
            assertThat(tab.page().locator(".lanes text"))
                    .hasText(new String[] {"alice", "bob", "carol", "dave"});

            tab.button("Pause").click();
            alice.send(first, "bob", "message", "The paper has come");
            alice.send(first, "bob", "message", "All of it");
            assertThat(tab.button("❚❚ Paused · 2 wait")).isVisible();
            assertThat(arrow(tab, "The paper has come")).hasCount(0);
            tab.button("❚❚ Paused · 2 wait").click();
            assertThat(arrow(tab, "The paper has come")).isVisible();
            assertThat(arrow(tab, "All of it")).isVisible();
            assertThat(tab.button("Pause")).isVisible();

            pickAnEnvelope(tab, first);
            narrow(tab);
        }
    }

    private static void pickAnEnvelope(Tab tab, String run) {
        arrow(tab, "The paper has come").click();
        var envelope =
                tab.page().getByLabel("Envelope", new Page.GetByLabelOptions().setExact(true));
        assertThat(envelope).containsText("The paper has come");
        assertThat(envelope.locator(".steps")).containsText("queued");
        assertThat(envelope.getByText("Raw JSON")).isVisible();
        tab.page().keyboard().press("ArrowUp");
        tab.page().keyboard().press("Enter");
        assertThat(envelope).containsText(Pattern.compile("The paper is late|Half of the ink"));
        envelope.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Close"))
                .click();
        assertThat(envelope).isHidden();

        arrow(tab, "All of it").click();
        envelope.getByText("only this run").click();
        assertThat(tab.page()).hasURL(Pattern.compile("/ui/flow\\?run=" + run));
        assertThat(arrows(tab)).hasCount(3);
    }

    private static void narrow(Tab tab) {
        tab.go("/ui/flow");
        assertThat(arrows(tab)).hasCount(4);
        tab.page().getByLabel("Filter by kind").fill("progress");
        assertThat(arrows(tab)).hasCount(1);
        assertThat(tab.page()).hasURL(Pattern.compile("\\?kind=progress$"));
        tab.page().reload();
        assertThat(arrows(tab)).hasCount(1);
        assertThat(tab.page().getByLabel("Filter by kind")).hasValue("progress");
        tab.page().getByLabel("Filter by kind").fill("");
        tab.button("bob").click();
        assertThat(arrows(tab)).hasCount(3);
        assertThat(tab.page()).hasURL(Pattern.compile("\\?agents=bob$"));
    }

    private static String run(Actor opener) {
        return opener.post("/api/runs", Json.object().put("protocol", "open")).text("run_id");
    }

    private static Locator arrows(Tab tab) {
        return tab.page().locator(".arrow");
    }

    private static Locator arrow(Tab tab, String words) {
        return tab.page().getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(words));
    }
}

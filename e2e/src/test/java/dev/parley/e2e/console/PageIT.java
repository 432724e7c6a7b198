package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ReducedMotion;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What holds on every page: keys, colours and motion as the reader likes them. */
@Timeout(120)
final class PageIT {
    @TempDir static Path data;
    private static Hub hub;
    private static Actor alice;
    private static String run;

    @BeforeAll
    static void start() {
        hub = Hub.on(data).start();
        alice = Actor.agent(hub, "alice");
        run = alice.post("/api/runs", Json.object().put("protocol", "open")).text("run_id");
        alice.send(run, "bob", "message", "Hello");
        var second = alice.post("/api/runs", Json.object().put("protocol", "open")).text("run_id");
        alice.send(second, "bob", "message", "Hello again");
    }

    @AfterAll
    static void end() {
        hub.close();
    }

    @Test
    void everythingIsReachedByKeysWhichCanBeSwitchedOff() {
        try (var tab = Tab.ofOwner(hub).go("/ui/runs")) {
            var page = tab.page();
            var rows = page.locator("main [data-row]");
            assertThat(rows).hasCount(2);
            page.keyboard().press("j");
            assertThat(rows.first()).isFocused();
            page.keyboard().press("j");
            assertThat(rows.last()).isFocused();
            page.keyboard().press("k");
            assertThat(rows.first()).isFocused();
            page.keyboard().press("Enter");
            assertThat(page).hasURL(Pattern.compile("/ui/runs/run_"));
            page.keyboard().type("gr");
            assertThat(page).hasURL(Pattern.compile("/ui/runs$"));
            assertThat(rows).hasCount(2);
            page.keyboard().press("/");
            assertThat(page.getByLabel("Filter by text")).isFocused();
            page.keyboard().type("gi");
            assertThat(page.getByLabel("Filter by text")).hasValue("gi");
            page.getByLabel("Filter by text").blur();
            page.keyboard().type("gi");
            assertThat(page).hasURL(Pattern.compile("/ui/inbox$"));

            page.keyboard().press("?");
            var help = page.getByRole(AriaRole.DIALOG);
            assertThat(help).containsText("next and previous row");
            tab.assertAccessible();
            help.getByLabel("Single keys act").uncheck();
            page.keyboard().press("Escape");
            assertThat(help).isHidden();
            page.keyboard().type("gt");
            page.keyboard().press("?");
            assertThat(help).isHidden();
            assertThat(page).hasURL(Pattern.compile("/ui/inbox$"));
            page.reload();
            tab.settled();
            page.keyboard().type("gt");
            assertThat(page).hasURL(Pattern.compile("/ui/inbox$"));

            page.getByText("Keys ?").click();
            help.getByLabel("Single keys act").check();
            tab.button("Close").click();
            page.keyboard().type("gt");
            assertThat(page).hasURL(Pattern.compile("/ui/tasks$"));
        }
    }

    @Test
    void theChosenColoursAreKept() {
        try (var tab = Tab.ofOwner(hub).go("/ui/settings")) {
            var light = background(tab);
            tab.page().getByLabel("Colours").selectOption("dark");
            var dark = background(tab);
            assertThat(dark).isNotEqualTo(light);
            tab.page().reload();
            tab.settled();
            assertThat(background(tab)).isEqualTo(dark);
            assertThat(tab.page().getByLabel("Colours")).hasValue("dark");
            tab.page().getByLabel("Colours").selectOption("system");
            assertThat(background(tab)).isEqualTo(light);
        }
    }

    @Test
    void nothingMovesForWhoeverDoesNotLikeIt() {
        try (var tab = Tab.ofOwner(hub)) {
            assertThat(motion(tab, ReducedMotion.NO_PREFERENCE)).isEqualTo("fade");
            assertThat(motion(tab, ReducedMotion.REDUCE)).isEmpty();
        }
    }

    /** What moves when a message comes. */
    private static String motion(Tab tab, ReducedMotion liked) {
        tab.page().emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(liked));
        tab.go("/ui/flow");
        alice.send(run, "bob", "message", "Look at " + liked);
        assertThat(tab.page().locator(".arrow").last()).containsText("Look at " + liked);
        return (String)
                tab.page()
                        .evaluate(
                                "() => [...new Set([...document.querySelectorAll('*')]"
                                        + ".map(one => getComputedStyle(one))"
                                        + ".flatMap(style => [style.animationName,"
                                        + " style.transitionDuration === '0s' ? 'none' : style.transitionProperty])"
                                        + ".filter(name => name !== 'none'))].join(' ')");
    }

    private static String background(Tab tab) {
        return (String)
                tab.page()
                        .evaluate(
                                "() => getComputedStyle(document.documentElement).backgroundColor");
    }
}

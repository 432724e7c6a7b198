package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.RequestOptions;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a person gets into the console, what the page weighs, and what an outage looks like. */
@Timeout(180)
final class DoorIT {
    /** What the first view may weigh on its way. */
    private static final long FIRST_VIEW = 120 * 1024;

    @TempDir Path data;

    @Test
    void aTokenOrALinkSignsInAndWhatIsLeftInTheBrowserIsNeither() {
        try (var hub = Hub.on(data).start();
                var tab = Tab.at(hub, ColorScheme.LIGHT, 1280).expecting("status of 401")) {
            var page = tab.page();
            page.navigate("/");
            page.getByLabel("Token").fill("tok_wrong");
            tab.button("Sign in").click();
            assertThat(page.getByRole(AriaRole.ALERT)).containsText("token");
            tab.assertAccessible();

            page.getByLabel("Token").fill(hub.ownerToken());
            tab.button("Sign in").click();
            assertThat(page).hasURL(Pattern.compile(".*/ui/runs$"));
            assertThat(page).hasTitle("Runs · Parley");
            assertNothingIsLeft(tab, hub.ownerToken());

            tab.button("Sign out").click();
            assertThat(page.getByLabel("Token")).isVisible();
            page.navigate("/ui/runs");
            assertThat(page.getByLabel("Token")).isVisible();

            var link = hub.post("/api/console/links", Json.object()).text("url");
            page.navigate(link);
            assertThat(page).hasURL(Pattern.compile(".*/ui/runs$"));
            assertNothingIsLeft(tab, link.substring(link.indexOf('#') + 1));
        }
    }

    private static void assertNothingIsLeft(Tab tab, String secret) {
        assertThat(tab.page().evaluate("() => document.cookie + JSON.stringify(localStorage)"))
                .asString()
                .doesNotContain(secret)
                .doesNotContain("parley_");
        assertThat(tab.profile().cookies())
                .allSatisfy(
                        cookie -> {
                            assertThat(cookie.httpOnly).isTrue();
                            assertThat(cookie.sameSite.name()).isEqualTo("STRICT");
                            assertThat(cookie.value).isNotEqualTo(secret);
                        });
    }

    @Test
    void aLoginThatEndsTakesNothingThatWasTyped() {
        try (var hub = Hub.on(data).start();
                var tab = Tab.ofOwner(hub)) {
            var page = tab.page();
            var run = run(hub, "Paint the shed");
            tab.go("/ui/runs/" + run);
            var box = page.getByLabel("Steer the run");
            box.fill("In green, and");
            var slow = new ArrayList<Route>();
            page.route("**/api/traffic*", slow::add);
            page.evaluate(
                    "async () => { const {get} = await import('/_console/lib/api.js');"
                            + " globalThis.asked = get('/api/traffic?minutes=5').catch(fault => fault.status); }");
            page.waitForCondition(() -> !slow.isEmpty());
            signOutElsewhere(tab, hub);
            assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Your login has ended");
            assertThat(page.getByLabel("Token")).isFocused();
            box.evaluate("box => box.focus()");
            assertThat(page.getByLabel("Token")).isFocused();
            tab.assertAccessible();
            page.keyboard().press("Escape");
            page.keyboard().press("Escape");
            assertThat(page.getByLabel("Token")).isVisible();

            page.getByLabel("Token").fill(hub.ownerToken());
            tab.button("Sign in").click();
            assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
            assertThat(page).hasURL(Pattern.compile(".*/ui/runs/" + run + "$"));
            slow.getFirst().fulfill(new Route.FulfillOptions().setStatus(401));
            assertThat(page.evaluate("() => globalThis.asked")).isEqualTo(401);
            assertThat(page.getByRole(AriaRole.DIALOG)).hasCount(0);
            assertThat(box).isFocused();
            page.keyboard().type(" twice");
            assertThat(box).hasValue("In green, and twice");
            box.press("Enter");
            assertThat(box).isEmpty();
            Actor.agent(hub, "carol").send(run, "bob", "message", "Heard after the login");
            assertThat(page.locator("main")).containsText("Heard after the login");
            assertThat(hub.get("/api/runs/" + run).json().toString())
                    .contains("In green, and twice");
        }
    }

    /** Ends the console session of the tab without the tab. */
    private static void signOutElsewhere(Tab tab, Hub hub) {
        var answer =
                tab.profile()
                        .request()
                        .post(
                                hub.url() + "/api/console/logout",
                                RequestOptions.create().setHeader("Origin", hub.url().toString()));
        assertThat(answer.status()).as(answer.text()).isEqualTo(204);
    }

    @Test
    void theFirstViewIsSmallAndRunsUnderAPolicyWithoutExceptions() {
        try (var hub = Hub.on(data).start();
                var tab = Tab.ofOwner(hub)) {
            var answer = tab.page().navigate("/");
            tab.settled();
            assertThat(answer.headers().get("content-security-policy"))
                    .contains("default-src 'none'")
                    .doesNotContain("unsafe");
            var weight =
                    (Number)
                            tab.page()
                                    .evaluate(
                                            "() => performance.getEntries().reduce((sum, one) =>"
                                                    + " sum + (one.transferSize ?? 0), 0)");
            assertThat(weight.longValue()).as("bytes transferred").isBetween(1L, FIRST_VIEW);
        }
    }

    @Test
    void aPageLeftOpenSurvivesARestartAndMissesNothing() {
        var hub = Hub.on(data).start();
        try (var tab = Tab.ofOwner(hub).expecting("ERR_", "Failed to load resource")) {
            var run = run(hub, "before");
            tab.go("/ui/runs");
            assertThat(tab.page().getByRole(AriaRole.ROW)).hasCount(2);
            int port = hub.url().getPort();
            hub.kill();
            assertThat(tab.page().locator(".banner")).isVisible();

            hub = Hub.on(data).at(port).start();
            var second = run(hub, "after");
            assertThat(second).isNotEqualTo(run);
            assertThat(tab.page().locator(".banner")).isHidden();
            assertThat(tab.page().getByRole(AriaRole.ROW)).hasCount(3);
        } finally {
            hub.close();
        }
    }

    @Test
    void aTabThatNobodySeesHoldsNoStreamAndMissesNothing() {
        try (var hub = Hub.on(data).start();
                var tab = Tab.ofOwner(hub)) {
            run(hub, "before");
            tab.go("/ui/runs");
            assertThat(tab.page().getByRole(AriaRole.ROW)).hasCount(2);
            var ended = new ArrayList<String>();
            tab.page().onRequestFailed(asked -> ended.add(URI.create(asked.url()).getPath()));
            see(tab, false);
            tab.page().waitForCondition(() -> ended.contains("/api/feed"));
            run(hub, "meanwhile");

            see(tab, true);
            assertThat(tab.page().getByRole(AriaRole.ROW)).hasCount(3);
            assertThat(tab.page().locator(".banner")).isHidden();
        }
    }

    /**
     * As when somebody looks at another tab, or comes back; a browser without a window never does
     * so itself.
     */
    private static void see(Tab tab, boolean seen) {
        tab.page()
                .evaluate(
                        "seen => { Object.defineProperty(document, 'hidden', {configurable: true, value: !seen});"
                                + " document.dispatchEvent(new Event('visibilitychange')); }",
                        seen);
    }

    private static String run(Hub hub, String words) {
        var alice = Actor.agent(hub, "alice");
        var run = alice.post("/api/runs", Json.object().put("protocol", "open")).text("run_id");
        alice.send(run, "bob", "message", words);
        return run;
    }
}

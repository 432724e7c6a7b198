package dev.parley.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import com.microsoft.playwright.options.RequestOptions;
import dev.parley.e2e.hub.Hub;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A tab in a browser profile of its own, which notes all that a careful reader would call a fault.
 */
final class Tab implements AutoCloseable {
    /** What the browser says of an answer that the hub meant. */
    private static final Pattern REFUSAL = Pattern.compile("responded with a status of (4\\d\\d)");

    /** How long a page may take to show something, on a machine that has much else to do. */
    private static final int PATIENCE = 20_000;

    static {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
    }

    private final URI hub;
    private final BrowserContext profile;
    private final Page page;
    private final List<String> faults = new ArrayList<>();
    private final List<String> expected = new ArrayList<>();

    private Tab(URI hub, BrowserContext profile) {
        this.hub = hub;
        this.profile = profile;
        page = profile.newPage();
        page.setDefaultTimeout(PATIENCE);
        page.onConsoleMessage(
                said -> {
                    if (said.type().equals("error")) {
                        faults.add(said.text() + " " + said.location());
                    }
                });
        page.onPageError(faults::add);
        page.onRequest(
                asked -> {
                    if (!URI.create(asked.url()).getAuthority().equals(hub.getAuthority())) {
                        faults.add("asks another host: " + asked.url());
                    }
                });
    }

    /** Nobody is signed in there. */
    static Tab at(Hub hub, ColorScheme scheme, int width) {
        var options =
                new Browser.NewContextOptions()
                        .setBaseURL(hub.url().toString())
                        .setColorScheme(scheme)
                        .setReducedMotion(ReducedMotion.REDUCE)
                        .setViewportSize(width, 900)
                        .setPermissions(List.of("clipboard-read", "clipboard-write"));
        return new Tab(hub.url(), Chromium.running().newContext(options));
    }

    /** The owner is signed in there. */
    static Tab ofOwner(Hub hub, ColorScheme scheme, int width) {
        var tab = at(hub, scheme, width);
        tab.signIn(hub.ownerToken());
        return tab;
    }

    static Tab ofOwner(Hub hub) {
        return ofOwner(hub, ColorScheme.LIGHT, 1280);
    }

    /** Whoever has this token is signed in there. */
    static Tab of(Hub hub, String token) {
        var tab = at(hub, ColorScheme.LIGHT, 1280);
        tab.signIn(token);
        return tab;
    }

    /** Signs in as the page does, without showing it. */
    private void signIn(String token) {
        var answer =
                profile.request()
                        .post(
                                hub + "/api/console/login",
                                RequestOptions.create()
                                        .setHeader("Origin", hub.toString())
                                        .setData(Map.of("token", token)));
        assertThat(answer.status()).as(answer.text()).isEqualTo(204);
    }

    Page page() {
        return page;
    }

    /** What is called exactly this by those who hear rather than see it. */
    Locator button(String name) {
        var called = new Page.GetByRoleOptions().setName(name).setExact(true);
        return page.getByRole(AriaRole.BUTTON, called);
    }

    BrowserContext profile() {
        return profile;
    }

    /** Opens a view and waits until it has read what it shows. */
    Tab go(String path) {
        page.navigate(path);
        settled();
        return this;
    }

    Tab settled() {
        page.waitForFunction(
                "() => document.querySelector('main h1') && !document.querySelector('main .loading')");
        return this;
    }

    /** What follows may be refused, or not be answered, and the browser says so. */
    Tab expecting(String... words) {
        expected.addAll(List.of(words));
        return this;
    }

    /** Nothing that axe knows how to find stands in somebody's way. */
    void assertAccessible() {
        // What is just fading in has not got its colours yet.
        page.waitForFunction(
                "() => document.getAnimations().every(one => one.playState !== 'running')");
        var found = new AxeBuilder(page).analyze().getViolations();
        assertThat(found).as(() -> "axe at " + page.url() + ": " + found).isEmpty();
    }

    /** Nothing is cut off at the side. */
    void assertFits() {
        assertThat(page.evaluate("() => document.documentElement.scrollWidth - innerWidth"))
                .as("how far %s reaches over the edge", page.url())
                .isEqualTo(0);
    }

    private boolean isExpected(String fault) {
        return REFUSAL.matcher(fault).results().anyMatch(refused -> refused.group(1).equals("401"))
                || expected.stream().anyMatch(fault::contains);
    }

    @Override
    public void close() {
        faults.removeIf(this::isExpected);
        profile.close();
        assertThat(faults).as("faults in the browser").isEmpty();
    }
}

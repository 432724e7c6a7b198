package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.SessionId;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Conversations in the console, with an agent that the hub runs. */
@Timeout(120)
@EnabledOnOs({OS.LINUX, OS.MAC})
final class SessionsIT {
    /**
     * Repeats what it is told; where that is to be done slowly, the end comes once the gate is
     * there.
     */
    private static final String PARROT =
            """
            read -r words
            printf 'You said: %s\\n' "$words"
            case $words in *slowly*) while [ ! -e "$GATE" ]; do sleep 0.1; done ;; esac
            echo 'That was all.'
            """;

    private static final String BLUE = "rgb(232, 241, 252)";
    private static final String PURPLE = "rgb(243, 236, 253)";

    @TempDir static Path folder;
    private static Hub hub;

    @BeforeAll
    static void start() throws IOException {
        var script = Files.writeString(folder.resolve("parrot.sh"), PARROT);
        var data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(
                data.resolve("parley.yaml"),
                "agents: {parrot: {host: command, command: sh, args: [\"%s\"], env: {GATE: \"%s\"}}}\n"
                        .formatted(script, gate()));
        hub = Hub.on(data).start();
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    private static Path gate() {
        return folder.resolve("gate");
    }

    private static String session(String from) {
        var asked = Json.object().put("agent", "parrot");
        var opened =
                hub.post("/api/sessions", from.isEmpty() ? asked : asked.put("fromSession", from));
        assertThat(opened.status()).as(opened.toString()).isEqualTo(201);
        return opened.text("sessionId");
    }

    private static void say(String session, String body) {
        var told = hub.post("/api/sessions/" + session + "/messages", Json.parseTrusted(body));
        assertThat(told.status()).as(told.toString()).isEqualTo(201);
    }

    private static Locator bubble(Tab tab, String words) {
        return tab.page().locator(".bubble").filter(has(words));
    }

    private static Locator.FilterOptions has(String words) {
        return new Locator.FilterOptions().setHasText(words);
    }

    private static Locator.GetByRoleOptions exactly(String words) {
        return new Locator.GetByRoleOptions().setName(words).setExact(true);
    }

    @Test
    void aSessionIsOpenedSpokenInAndClosed() {
        try (var tab = Tab.ofOwner(hub)) {
            var page = tab.page();
            tab.go("/ui/sessions");
            tab.button("New session …").click();
            var dialog = page.getByRole(AriaRole.DIALOG);
            dialog.getByLabel("Agent").selectOption("parrot");
            dialog.getByLabel("First message").fill("Hello there");
            dialog.getByLabel("First message").press("Enter");
            assertThat(page).hasURL(Pattern.compile(".*/ui/sessions/ses_.*"));
            assertThat(bubble(tab, "You said: Hello there")).containsText("That was all.");
            assertThat(page).hasTitle(Pattern.compile("^parrot …\\w+ · Sessions · Parley$"));

            var box = page.getByLabel("Say something to parrot");
            box.fill("And how are you?");
            box.press("Enter");
            assertThat(bubble(tab, "You said: And how are you?")).isVisible();
            assertThat(box).isEmpty();

            tab.button("Close …").click();
            dialog.getByRole(AriaRole.BUTTON, exactly("Close it")).click();
            assertThat(page.getByText("This session is closed")).isVisible();
            assertThat(box).hasCount(0);
        }
    }

    @Test
    void theListTellsHowEachStandsWithoutAskingForEach() {
        var idle = session("");
        var closed = session("");
        hub.owner().sessions().close(new SessionId(closed));
        try (var tab = Tab.ofOwner(hub)) {
            var asked = new ArrayList<String>();
            tab.page().onRequest(request -> asked.add(request.url()));
            tab.go("/ui/sessions");
            assertThat(row(tab, idle)).containsText("idle");
            assertThat(row(tab, closed)).containsText("closed");
            assertThat(asked).noneMatch(url -> url.contains("/api/sessions/ses_"));
        }
    }

    private static Locator row(Tab tab, String session) {
        return tab.page().locator("a.session[href$='" + session + "']");
    }

    @Test
    void whoSpeaksIsSeenByTheColourAndAnAgentsSessionIsALinkAway() {
        var asking = session("");
        var asked = session(asking);
        say(asked, "{\"message\":\"I am a person\"}");
        say(
                asked,
                "{\"message\":\"Meeting at ten\",\"source\":\"applet\",\"applet\":\"Calendar\"}");
        say(
                asked,
                "{\"message\":\"I am an agent\",\"source\":\"agent\",\"fromSession\":\""
                        + asking
                        + "\"}");
        try (var tab = Tab.ofOwner(hub)) {
            tab.go("/ui/sessions/" + asked);
            var said = tab.page().locator(".bubble.said");
            var person = said.filter(has("I am a person"));
            assertThat(person).hasCSS("background-color", BLUE);
            var applet = said.filter(has("Meeting at ten"));
            assertThat(applet.locator("header")).containsText("Calendar");
            assertThat(applet).hasCSS("border-top-style", "dashed");
            var agent = said.filter(has("I am an agent"));
            assertThat(agent).hasCSS("background-color", PURPLE);
            assertThat(bubble(tab, "You said: I am an agent")).isVisible();

            agent.getByRole(AriaRole.LINK).click();
            assertThat(tab.page()).hasURL(Pattern.compile(".*/ui/sessions/" + asking));
            assertThat(tab.page().getByLabel("Spawned here")).containsText("parrot");
        }
    }

    @Test
    void wordsOfAnAnswerAreReadAsTheyCome() throws IOException {
        var session = session("");
        try (var tab = Tab.ofOwner(hub)) {
            tab.go("/ui/sessions/" + session);
            say(session, "{\"message\":\"Say it slowly\"}");
            var coming = tab.page().locator(".bubble.coming");
            assertThat(coming).containsText("You said: Say it slowly");
            assertThat(coming).containsText("streaming");
            assertThat(coming).not().containsText("That was all.");
            Files.createFile(gate());
            assertThat(bubble(tab, "You said: Say it slowly")).containsText("That was all.");
            assertThat(coming).hasCount(0);
        }
    }

    @Test
    void whatIsSentSlowlyIsSentOnceAndWhatIsTypedMeanwhileStays() {
        var session = session("");
        try (var tab = Tab.ofOwner(hub)) {
            tab.go("/ui/sessions/" + session);
            var held = new ArrayList<Route>();
            tab.page()
                    .route(
                            "**/messages",
                            route -> {
                                if (route.request().method().equals("POST")) {
                                    held.add(route);
                                } else {
                                    route.resume();
                                }
                            });
            var box = tab.page().getByLabel("Say something to parrot");
            box.fill("Only once");
            box.press("Enter");
            box.press("Enter");
            tab.button("Send").click();
            tab.page().waitForCondition(() -> !held.isEmpty());
            box.fill("And then this");
            assertThat(held.getFirst().request().headerValue("idempotency-key")).isNotEmpty();
            held.getFirst().resume();
            assertThat(bubble(tab, "You said: Only once")).isVisible();
            assertThat(box).hasValue("And then this");
            assertThat(held).hasSize(1);
            assertThat(tab.page().locator(".bubble.said").filter(has("Only once"))).hasCount(1);
        }
    }

    @Test
    void twoBrowsersLookAtTwoSessionsAndNothingOfOneIsInTheOther() {
        var parent = session("");
        var spawned = session(parent);
        try (var here = Tab.ofOwner(hub);
                var there = Tab.ofOwner(hub)) {
            here.go("/ui/sessions/" + parent);
            there.go("/ui/sessions/" + spawned);
            say(spawned, "{\"message\":\"Only for the second\"}");
            assertThat(bubble(there, "You said: Only for the second")).isVisible();
            var row = row(here, spawned);
            assertThat(row).containsText("Only for the second");
            assertThat(row.locator(".badge")).hasText("new");
            assertThat(here.page().getByLabel("Spawned here").locator(".badge").first())
                    .hasText("new");
            assertThat(here.page().locator(".log")).not().containsText("Only for the second");

            here.page().reload();
            there.page().reload();
            assertThat(bubble(there, "You said: Only for the second")).isVisible();
            assertThat(here.page().locator("a.session[aria-current=true]"))
                    .hasAttribute("href", "/ui/sessions/" + parent);
            assertThat(there.page().locator("a.session[aria-current=true]"))
                    .hasAttribute("href", "/ui/sessions/" + spawned);
            assertThat(here.page().locator(".log")).not().containsText("You said: Only");

            row.click();
            assertThat(bubble(here, "You said: Only for the second")).isVisible();
            assertThat(row.locator(".badge")).hasCount(0);
        }
    }
}

package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.e2e.hub.Command;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a person does to a run from its page. */
@Timeout(120)
final class SteeringIT {
    @TempDir static Path data;
    private static Hub hub;
    private static Crew first;
    private Crew crew;
    private Tab tab;
    private Page page;

    @BeforeAll
    static void start() {
        hub = Hub.on(data).with("limits.pair-rate", "0").with("limits.agent-rate", "0").start();
        first = Crew.of(hub);
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    @BeforeEach
    void open() {
        crew = first.anew();
        tab = Tab.ofOwner(hub);
        page = tab.page();
    }

    @AfterEach
    void close() {
        tab.close();
    }

    private Locator card(String words) {
        return page.locator(".timeline article")
                .filter(new Locator.FilterOptions().setHasText(words));
    }

    private Locator dialog() {
        return page.getByRole(AriaRole.DIALOG);
    }

    private static Locator.GetByRoleOptions exactly(String words) {
        return new Locator.GetByRoleOptions().setName(words).setExact(true);
    }

    @Test
    void aQuestionIsAnsweredWhereItWasAsked() {
        tab.go(crew.view());
        crew.manager()
                .send(
                        crew.run(),
                        "user",
                        "REQUEST_USER_INPUT",
                        "Price or comfort?",
                        "{\"payload\":{\"choices\":[\"price\",\"comfort\"],\"context\":\"two flights\"}}");
        var asked = card("Price or comfort?").first();
        asked.getByRole(AriaRole.BUTTON, exactly("comfort")).click();
        assertThat(asked.locator("p.answer")).containsText("comfort");
        assertThat(asked.locator("p.answer")).containsText("answered");
        assertThat(crew.pulledBy(crew.manager()).toString()).contains("USER_RESPONSE", "comfort");

        crew.manager().send(crew.run(), "user", "REQUEST_USER_INPUT", "From where?");
        var open = card("From where?").first();
        var sent = new ArrayList<Route>();
        page.route("**/answer", sent::add);
        tab.expecting("ERR_FAILED");
        open.getByLabel("Your answer").fill("From Bremen");
        open.getByRole(AriaRole.BUTTON, exactly("Answer")).click();
        page.waitForCondition(() -> sent.size() == 1);
        sent.getFirst().abort();
        assertThat(page.locator(".toast.bad")).containsText("cannot be reached");
        open.getByRole(AriaRole.BUTTON, exactly("Answer")).click();
        page.waitForCondition(() -> sent.size() == 2);
        assertThat(key(sent.getLast())).isNotEmpty().isEqualTo(key(sent.getFirst()));
        sent.getLast().resume();
        assertThat(open.locator("p.answer")).containsText("From Bremen");
        assertThat(crew.pulledBy(crew.manager()).toString()).contains("From Bremen");
    }

    /** By which the hub knows a request again. */
    private static String key(Route sent) {
        return sent.request().headerValue("idempotency-key");
    }

    @Test
    void whoMayOnlyLookIsOfferedNothingElse() {
        crew.manager()
                .send(
                        crew.run(),
                        "user",
                        "REQUEST_USER_INPUT",
                        "May I?",
                        "{\"payload\":{\"approval\":{\"action\":\"paint\",\"arguments\":{\"in\":\"green\"}}}}");
        var token = hub.post("/api/tokens", Json.object().put("role", "observer")).text("token");
        try (var other = Tab.of(hub, token)) {
            var seen = other.go(crew.view()).page();
            assertThat(seen.locator(".notice")).containsText("as an observer");
            assertThat(seen.locator("form.answer")).containsText("green");
            assertThat(seen.locator("form.answer button, form.steer")).hasCount(0);
            assertThat(seen.locator(".strip .acts button")).hasCount(0);
            other.go("/ui/inbox?run=" + crew.run());
            assertThat(seen.locator("article.question")).containsText("green");
            seen.keyboard().press("a");
            assertThat(seen.locator(".answering, input[type=checkbox]")).hasCount(0);
            other.go("/ui/agents/bob");
            assertThat(seen.locator("form")).hasCount(0);
            other.go("/ui/sessions");
            assertThat(seen.locator("h1")).containsText("Sessions");
            assertThat(seen.getByText("New session …")).hasCount(0);
            other.go("/ui/tasks");
            assertThat(seen.locator("h1")).containsText("Tasks");
            assertThat(seen.getByText("New task")).hasCount(0);
        }
        assertThat(hub.get("/api/questions?run=" + crew.run()).json().path("items")).hasSize(1);
    }

    @Test
    void aWordToTheRunReachesWhoeverLeadsIt() {
        tab.go(crew.view());
        var box = page.getByLabel("Steer the run");
        box.fill("Make it blue");
        box.press("Enter");
        assertThat(card("Make it blue")).isVisible();
        assertThat(box).isEmpty();
        assertThat(crew.pulledBy(crew.manager()).toString()).contains("Make it blue");
        page.getByLabel("To", new Page.GetByLabelOptions().setExact(true)).selectOption("bob");
        box.fill("And small");
        tab.button("Send").click();
        assertThat(card("And small")).isVisible();
        assertThat(crew.pulledBy(crew.worker()).toString()).contains("And small");
    }

    @Test
    void aRunIsPausedGoesOnAndIsCancelled() {
        crew.brief("Make the lamp blink");
        long soon = Instant.now().plusSeconds(900).getEpochSecond();
        crew.manager()
                .send(
                        crew.run(),
                        "user",
                        "REQUEST_USER_INPUT",
                        "Red or blue?",
                        "{\"deadline_at\":" + soon + "}");
        tab.go(crew.view());
        assertThat(card("Red or blue?")).containsText("answer within 14 min");
        tab.button("Pause").click();
        dialog().getByLabel("Reason").fill("lunch");
        dialog().getByRole(AriaRole.BUTTON, exactly("Pause")).click();
        assertThat(page.locator(".strip")).containsText("paused");
        assertThat(card("Red or blue?")).containsText("so is the time to answer");
        var progress = Json.object().put("to_agent", "manager").put("kind", "progress");
        assertThat(
                        hub.postAs(
                                        crew.worker().token(),
                                        "/api/runs/" + crew.run() + "/messages",
                                        progress)
                                .code())
                .isEqualTo("run-paused");

        tab.button("Resume").click();
        dialog().getByRole(AriaRole.BUTTON, exactly("Resume")).click();
        assertThat(page.locator(".strip")).not().containsText("paused");
        assertThat(card("Red or blue?")).containsText("answer within");
        crew.tell("progress", "On we go");
        assertThat(card("On we go")).isVisible();

        tab.button("Cancel").click();
        dialog().getByLabel("Reason").fill("no lamp needed");
        dialog().getByLabel("Reason").press("Enter");
        assertThat(page.locator(".strip")).containsText("cancelled");
        assertThat(page.getByLabel("Steer the run")).hasCount(0);
        assertThat(tab.button("Pause")).hasCount(0);
        assertThat(crew.pulledBy(crew.worker()).toString()).contains("\"kind\":\"cancel\"");
        assertThat(hub.get("/api/runs/" + crew.run()).json().toString()).contains("no lamp needed");
    }

    @Test
    void whatIsSentSlowlyIsSentOnceAndWhatIsTypedMeanwhileStays() {
        tab.go(crew.view());
        var held = new ArrayList<Route>();
        page.route("**/steer", held::add);
        var box = page.getByLabel("Steer the run");
        box.fill("Paint it green");
        box.press("Enter");
        box.press("Enter");
        tab.button("Send").click();
        page.waitForCondition(() -> !held.isEmpty());
        box.fill("Then dry it");
        assertThat(key(held.getFirst())).isNotEmpty();
        held.getFirst().resume();
        assertThat(page.locator(".toast")).hasText("Sent");
        assertThat(box).hasValue("Then dry it");
        assertThat(held).hasSize(1);

        box.press("Enter");
        page.waitForCondition(() -> held.size() == 2);
        held.getLast().resume();
        assertThat(box).isEmpty();
        assertThat(crew.pulledBy(crew.manager()).toString())
                .containsOnlyOnce("Paint it green")
                .containsOnlyOnce("Then dry it");
    }

    @Test
    void aMessageIsCopiedAsACommandThatSendsItAgain() {
        var words = "It's \"done\" for $HOME & `date` \\n";
        crew.tell("progress", words, "{\"payload\":{\"share\":\"100 %\"}}");
        tab.go(crew.view());
        var sent = card("for $HOME & date");
        sent.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Details")).click();
        tab.button("Copy as curl").click();
        assertThat(page.locator(".toast")).containsText("./parley token create --person");
        var command = (String) page.evaluate("() => navigator.clipboard.readText()");
        assertThat(command).contains("$PARLEY_TOKEN").doesNotContain(hub.ownerToken());
        var token = "PARLEY_TOKEN=" + crew.worker().token();
        var ended = Command.run(List.of("env", token, "bash", "-c", command));
        assertThat(ended.out()).as(ended.err()).contains("message_id");
        assertThat(sent).hasCount(2);
    }

    @Test
    void linksLeadToAMessageAndTheFailureIsFound() {
        var bob = crew.worker();
        var run = bob.post("/api/runs", Json.object().put("protocol", "open")).text("run_id");
        for (int n = 1; n <= 30; n++) {
            bob.send(run, "user", "progress", n == 20 ? "The twentieth" : "Early step " + n);
        }
        bob.send(
                run,
                "user",
                "tool_result",
                "Broke",
                "{\"payload\":{\"tool\":\"saw\",\"status\":\"failed\"}}");
        assertThat(new Flood(bob, run).pour(800)).isEqualTo(800);

        tab.go("/ui/runs/" + run);
        assertThat(card("Early step")).hasCount(0);
        tab.button("Jump to failure").click();
        assertThat(page.locator(".timeline .marked")).containsText("saw");
        assertThat(page.locator(".timeline .marked")).isInViewport();
        assertThat(page).hasURL(Pattern.compile(".*at=\\d+$"));

        var link = card("The twentieth").locator("a.time").getAttribute("href");
        tab.go(link);
        assertThat(page.locator(".timeline .marked")).containsText("The twentieth");
        assertThat(page.locator(".timeline .marked")).isInViewport();

        bob.send(run, "user", "progress", "The very last");
        assertThat(tab.button("1 new")).isVisible();
        tab.button("1 new").click();
        assertThat(card("The very last")).isInViewport();
    }
}

package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run in the console: what people are told, what agents say among themselves, and what became of
 * it.
 */
@Timeout(120)
final class RunIT {
    @TempDir static Path data;
    private static Hub hub;
    private static Crew first;
    private Crew crew;
    private Tab tab;
    private Page page;

    @BeforeAll
    static void start() {
        hub = Hub.on(data).start();
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

    private Locator timeline() {
        return page.getByRole(AriaRole.REGION, new Page.GetByRoleOptions().setName("Timeline"));
    }

    private Locator thread() {
        return page.locator("#thread");
    }

    private Locator pill() {
        return page.locator("button.pill");
    }

    private static Locator card(Locator where, String words) {
        return where.locator("article").filter(new Locator.FilterOptions().setHasText(words));
    }

    @Test
    void agentsTalkInAThreadThatOpensAndClosesWhileWhatPeopleAreToldStays() {
        crew.intend("{\"objective\":\"A lamp\"}");
        crew.brief("Make the lamp blink");
        crew.tell("plan_update", "First the driver");
        crew.tell("progress", "Half way there");
        crew.tell(
                "tool_intent",
                "Compiles",
                "{\"payload\":{\"tool\":\"compiler\",\"call_id\":\"c1\",\"arguments\":{\"level\":2}}}");
        tab.go(crew.view());

        assertThat(card(timeline(), "compiler")).containsText("running");
        crew.tell(
                "tool_result",
                "Compiled",
                "{\"payload\":{\"tool\":\"compiler\",\"call_id\":\"c1\",\"status\":\"completed\",\"result\":\"no warnings\"}}");
        crew.tell("build_update", "Build 7 is green");
        assertThat(card(timeline(), "compiler")).containsText("completed");
        assertThat(pill()).hasText("Internal agent messages (2)");
        assertThat(pill()).hasAttribute("aria-expanded", "false");
        assertThat(thread()).hasCount(0);
        assertToldAlone();

        crew.tell("plan_update", "Then the light");
        assertThat(pill()).hasText("Internal agent messages (3)");
        pill().click();
        assertThat(card(thread(), "Make the lamp blink")).isVisible();
        assertThat(card(thread(), "Then the light")).isVisible();
        assertThat(thread().locator("article")).hasCount(3);
        assertToldAlone();
        crew.tell("plan_update", "Last the box");
        assertThat(card(thread(), "Last the box")).isVisible();
        assertThat(pill()).hasText("Internal agent messages (4)");

        page.getByLabel("Kind", new Page.GetByLabelOptions().setExact(true))
                .selectOption("intent_brief");
        assertThat(thread().locator("article")).hasCount(1);
        assertThat(page).hasURL(Pattern.compile(".*kind=intent_brief.*"));

        page.getByLabel("Kind", new Page.GetByLabelOptions().setExact(true)).selectOption("");
        page.getByLabel("of the hub").check();
        assertThat(thread().locator("article")).hasCount(5);

        pill().press("Enter");
        assertThat(thread()).hasCount(0);
        assertToldAlone();
        pill().press("Space");
        assertThat(thread()).isVisible();
    }

    /** The timeline has what is for people and no word of the agents'. */
    private void assertToldAlone() {
        assertThat(card(timeline(), "Half way there")).isVisible();
        assertThat(card(timeline(), "compiler")).isVisible();
        assertThat(card(timeline(), "no warnings")).isVisible();
        assertThat(card(timeline(), "Build 7 is green")).isVisible();
        assertThat(timeline()).not().containsText("Make the lamp blink");
        assertThat(timeline()).not().containsText("First the driver");
    }

    @Test
    void whatIsRedactedIsCompactAndOpensOnDemand() {
        crew.tell(
                "progress",
                "Compared three offers",
                "{\"visibility\":\"user_redacted\",\"payload\":{\"text\":\"the cheapest is 12.50\"}}");
        crew.tell("progress", "Ordered", "{\"payload\":{\"text\":\"from the second shop\"}}");
        tab.go(crew.view());
        var redacted = card(timeline(), "Compared three offers");
        assertThat(redacted).isVisible();
        assertThat(card(timeline(), "from the second shop")).isVisible();
        assertThat(timeline()).not().containsText("12.50");
        redacted.getByRole(AriaRole.BUTTON, named("Show all")).click();
        assertThat(redacted).containsText("the cheapest is 12.50");
        redacted.getByRole(AriaRole.BUTTON, named("Show less")).press("Enter");
        assertThat(timeline()).not().containsText("12.50");
    }

    private static Locator.GetByRoleOptions named(String words) {
        return new Locator.GetByRoleOptions().setName(words);
    }

    @Test
    void checkInsAreCardsWhileAWorkerIsActive() {
        crew.brief("Make the lamp blink");
        tab.go(crew.view());
        var check = crew.manager().send(crew.run(), "worker", "status_check", "How is it going?");
        crew.tell(
                "status_reply",
                "Two of three done",
                "{\"parent_id\":\"" + check + "\",\"payload\":{\"progress\":\"67 %\"}}");
        assertThat(card(timeline(), "How is it going?")).containsText("Check-in");
        assertThat(card(timeline(), "Two of three done")).containsText("progress: 67 %");
        crew.tell("result_bundle", "It blinks", "{\"payload\":{\"result\":\"a blinking lamp\"}}");
        crew.manager().send(crew.run(), "user", "final_response", "Your lamp blinks");
        assertThat(card(timeline(), "Your lamp blinks")).isVisible();
        assertThat(page.locator(".strip")).containsText("completed");
        assertThat(timeline()).not().containsText("How is it going?");
        pill().click();
        assertThat(card(thread(), "How is it going?")).isVisible();
    }

    @Test
    void theIntentShowsWhichCriteriaAreMetAndByWhat() {
        crew.intend(
                "{\"objective\":\"A lamp that blinks\",\"constraints\":[\"one coin cell\"],"
                        + "\"acceptance_criteria\":[\"It blinks\",\"It lasts a week\"]}");
        tab.go(crew.view());
        var card = page.locator(".intent");
        assertThat(card.getByRole(AriaRole.HEADING, named("A lamp that blinks"))).isVisible();
        assertThat(card).containsText("Criteria 0/2");
        assertThat(card).containsText("one coin cell");
        assertThat(page).hasTitle("A lamp that blinks · Runs · Parley");
        var proof = crew.tell("progress", "Seen blinking");
        crew.intend(
                "{\"acceptance_criteria\":[{\"id\":\"c1\",\"status\":\"met\",\"shown_by\":\""
                        + proof
                        + "\"}]}");
        assertThat(card).containsText("Criteria 1/2");
        assertThat(card.getByRole(AriaRole.LISTITEM).filter(has("It blinks"))).containsText("met");
        assertThat(card.getByRole(AriaRole.LISTITEM).filter(has("a week"))).containsText("open");
        card.getByRole(AriaRole.LINK, named("message")).click();
        assertThat(timeline().locator(".marked")).containsText("Seen blinking");
    }

    private static Locator.FilterOptions has(String words) {
        return new Locator.FilterOptions().setHasText(words);
    }

    @Test
    void aReceiptGoesFromQueuedToAnswered() {
        var brief = crew.brief("Make the lamp blink");
        tab.go(crew.view() + "?internal=1");
        var card = card(thread(), "Make the lamp blink");
        assertThat(card.locator(".receipt")).containsText("queued");
        card.getByRole(AriaRole.BUTTON, named("Details")).click();
        crew.pulledBy(crew.worker());
        assertThat(card.locator(".receipt")).containsText("delivered");
        crew.worker()
                .post("/api/runs/" + crew.run() + "/ack", Json.object().put("message_id", brief));
        assertThat(card.locator(".receipt")).containsText("acked");
        crew.tell(
                "result_bundle",
                "It blinks",
                "{\"parent_id\":\"" + brief + "\",\"payload\":{\"result\":\"a lamp\"}}");
        assertThat(card.locator(".receipt")).containsText("answered");
        assertThat(card.locator(".steps li"))
                .hasText(
                        new Pattern[] {
                            step("queued"), step("delivered"), step("acked"), step("answered")
                        });
    }

    /** A step and when it was made. */
    private static Pattern step(String state) {
        return Pattern.compile(state + "\\s+\\d\\d?:\\d\\d:\\d\\d");
    }

    @Test
    void flowTreeAndRawShowTheSameLog() {
        var brief = crew.brief("Make the lamp blink");
        crew.tell("result_bundle", "It blinks", "{\"parent_id\":\"" + brief + "\"}");
        tab.go(crew.view());
        var side = page.locator("aside.side");
        assertThat(side.locator(".arrow").filter(has("intent_brief"))).hasCount(1);
        tab.button("Tree").click();
        assertThat(page).hasURL(Pattern.compile(".*view=tree.*"));
        assertThat(side.locator(".tree").getByRole(AriaRole.BUTTON, named("Make the lamp blink")))
                .isVisible();
        assertThat(side.locator(".tree")).containsText("It blinks");
        tab.button("Raw").click();
        assertThat(side.locator(".raw")).containsText("\"message_id\":\"" + brief + "\"");
        page.reload();
        assertThat(side.locator(".raw")).containsText(brief);
        tab.button("Flow").click();
        crew.brief("Make it quiet");
        crew.tell("build_update", "Build 8 is green");
        var fresh = side.locator(".arrow").filter(has("Build 8"));
        assertThat(fresh).hasCount(1);
        fresh.click();
        assertThat(page).hasURL(Pattern.compile(".*at=\\d+.*"));
        assertThat(timeline().locator(".marked")).containsText("Build 8 is green");
    }
}

package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What agents ask people, and how people answer it, alone and several at once. */
@Timeout(120)
final class InboxIT {
    @TempDir static Path data;
    private static Hub hub;
    private static Actor alice;
    private String run = "";

    @BeforeAll
    static void start() {
        hub = Hub.on(data).start();
        alice = Actor.agent(hub, "alice");
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    @BeforeEach
    void begin() {
        run = alice.post("/api/runs", Json.object().put("protocol", "open")).text("run_id");
    }

    private String view() {
        return "/ui/inbox?run=" + run;
    }

    private void ask(String words, String payload) {
        alice.send(run, "user", "REQUEST_USER_INPUT", words, "{\"payload\":" + payload + "}");
    }

    private void askFor(String action, String argument) {
        ask(
                "May I " + action + " " + argument + "?",
                "{\"approval\":{\"action\":\"%s\",\"arguments\":{\"of\":\"%s\"}}}"
                        .formatted(action, argument));
    }

    /** What people have told the agent since it last looked. */
    private String told() {
        return alice.post("/api/runs/" + run + "/pull", Json.object()).json().toString();
    }

    private static Locator row(Tab tab, String words) {
        return tab.page().getByRole(AriaRole.ARTICLE, new Page.GetByRoleOptions().setName(words));
    }

    private static Locator.GetByRoleOptions exactly(String words) {
        return new Locator.GetByRoleOptions().setName(words).setExact(true);
    }

    @Test
    void aQuestionIsAnsweredByAChoiceOrInWords() {
        try (var tab = Tab.ofOwner(hub)) {
            tab.go(view());
            ask(
                    "Price or comfort?",
                    "{\"choices\":[\"price\",\"comfort\"],\"context\":\"Two flights\"}");
            ask("From where?", "{}");
            var choice = row(tab, "Price or comfort?");
            assertThat(choice).containsText("Two flights");
            choice.getByRole(AriaRole.BUTTON, exactly("comfort")).click();
            assertThat(choice).hasCount(0);
            assertThat(told()).contains("USER_RESPONSE", "comfort");

            var words = row(tab, "From where?").getByRole(AriaRole.TEXTBOX);
            words.fill("From Bremen");
            words.press("Enter");
            assertThat(row(tab, "From where?")).hasCount(0);
            assertThat(told()).contains("From Bremen");
            assertThat(tab.page().locator(".past")).containsText("From Bremen");
            assertThat(tab.page().locator(".past")).containsText("comfort");
        }
    }

    @Test
    void theTimeToAnswerStandsStillWhileTheRunIsPaused() {
        long soon = Instant.now().plusSeconds(900).getEpochSecond();
        alice.send(
                run, "user", "REQUEST_USER_INPUT", "How many?", "{\"deadline_at\":" + soon + "}");
        try (var tab = Tab.ofOwner(hub)) {
            tab.go(view());
            assertThat(row(tab, "How many?")).containsText("answer within 14 min, until");
            hub.post("/api/runs/" + run + "/pause", Json.object());
            assertThat(row(tab, "How many?")).containsText("the run is paused");
            hub.post("/api/runs/" + run + "/resume", Json.object());
            assertThat(row(tab, "How many?")).containsText("answer within");
        }
    }

    @Test
    void aKeyApprovesAndAnotherDeniesWithAReasonThatTheAgentReads() {
        askFor("deploy", "the shop");
        askFor("deploy", "the bank");
        try (var tab = Tab.ofOwner(hub)) {
            tab.go(view());
            assertThat(row(tab, "the bank")).isVisible();
            var keyboard = tab.page().keyboard();
            keyboard.press("j");
            assertThat(row(tab, "the shop")).isFocused();
            keyboard.press("a");
            assertThat(row(tab, "the shop")).hasCount(0);
            assertThat(told()).contains("\"approve\"", run + ".1");

            assertThat(row(tab, "the bank")).isFocused();
            keyboard.press("r");
            assertThat(row(tab, "the bank").getByRole(AriaRole.TEXTBOX)).isFocused();
            keyboard.type("not before Monday");
            keyboard.press("Enter");
            assertThat(row(tab, "the bank")).hasCount(0);
            assertThat(told()).contains("\"deny\"", run + ".2", "not before Monday");
        }
    }

    @Test
    void aKeyThatIsHeldDownDecidesOnceAndOneThatDeniesIsAskedWhyAtOnce() {
        askFor("deploy", "the shop");
        askFor("deploy", "the bank");
        try (var tab = Tab.ofOwner(hub)) {
            tab.go(view());
            assertThat(row(tab, "the bank")).isVisible();
            var keyboard = tab.page().keyboard();
            keyboard.press("r");
            assertThat(row(tab, "the shop").getByRole(AriaRole.TEXTBOX)).isFocused();
            keyboard.type("no way");
            assertThat(row(tab, "the shop").getByRole(AriaRole.TEXTBOX)).hasValue("no way");
            keyboard.press("Enter");
            assertThat(row(tab, "the shop")).hasCount(0);

            askFor("deploy", "the school");
            assertThat(row(tab, "the school")).isVisible();
            row(tab, "the bank").focus();
            for (int n = 0; n < 20; n++) {
                keyboard.down("a");
            }
            assertThat(row(tab, "the bank")).hasCount(0);
            assertThat(row(tab, "the school")).isFocused();
            for (int n = 0; n < 20; n++) {
                keyboard.down("a");
            }
            keyboard.up("a");
            assertThat(row(tab, "the school")).isVisible();
            assertThat(told())
                    .contains("\"deny\"", "no way", run + ".2")
                    .doesNotContain(run + ".5");
        }
    }

    @Test
    void lettersThatAreNoKeysAreTakenForTyped() {
        askFor("deploy", "the shop");
        try (var tab = Tab.ofOwner(hub)) {
            tab.go(view());
            row(tab, "the shop").focus();
            tab.page().keyboard().type("no way");
            assertThat(row(tab, "the shop")).isVisible();
            assertThat(told()).doesNotContain("approve");
        }
    }

    @Test
    void whatIsOfOneKindIsDecidedTogether() {
        for (var name : new String[] {"Ann", "Bea", "Cid"}) {
            askFor("mail", name);
        }
        askFor("delete", "everything");
        try (var tab = Tab.ofOwner(hub)) {
            tab.go(view());
            row(tab, "Ann").getByRole(AriaRole.CHECKBOX).check();
            assertThat(row(tab, "everything").getByRole(AriaRole.CHECKBOX)).isDisabled();
            tab.button("Tick all 3").click();
            tab.button("Approve 3 …").click();
            var dialog = tab.page().getByRole(AriaRole.DIALOG);
            assertThat(dialog).containsText("Approve 3 × mail?");
            assertThat(dialog).containsText("Cid");
            dialog.getByLabel("Reason").fill("go ahead");
            dialog.getByRole(AriaRole.BUTTON, exactly("Approve 3")).click();
            assertThat(tab.page().locator("article.question")).hasCount(1);
            assertThat(row(tab, "everything")).isVisible();
            assertThat(told().split("go ahead", -1)).hasSizeGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void whatIsAnsweredInOneTabLeavesTheOtherAndWhatIsTypedThereStays() {
        ask("Tea or coffee?", "{\"choices\":[\"tea\",\"coffee\"]}");
        ask("Which cup?", "{}");
        ask("Which spoon?", "{}");
        int open = hub.get("/api/questions?limit=500").json().path("items").size();
        try (var here = Tab.ofOwner(hub);
                var there = Tab.ofOwner(hub)) {
            here.go(view());
            there.go(view());
            assertThat(here.page()).hasTitle("(" + open + ") Inbox · Parley");
            assertThat(here.page().locator("nav .badge")).containsText(open + " open");
            var typed = row(here, "Which cup?").getByRole(AriaRole.TEXTBOX);
            typed.fill("the blue");

            row(there, "Tea or coffee?").getByRole(AriaRole.BUTTON, exactly("tea")).click();
            assertThat(row(here, "Tea or coffee?")).hasCount(0);
            assertThat(here.page()).hasTitle("(" + (open - 1) + ") Inbox · Parley");
            assertThat(typed).hasValue("the blue");
            assertThat(typed).isFocused();

            var other = row(there, "Which cup?").getByRole(AriaRole.TEXTBOX);
            other.fill("the red one");
            other.press("Enter");
            assertThat(row(here, "Which cup?")).containsText("the red one");
            assertThat(row(here, "Which cup?")).containsText("the blue");
            assertThat(row(here, "Which spoon?").getByRole(AriaRole.TEXTBOX)).isEditable();
            assertThat(here.page()).hasTitle("(" + (open - 2) + ") Inbox · Parley");
        }
    }
}

package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.e2e.hub.Command;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What could not be delivered, and the ways back. */
@Timeout(120)
final class DeadLettersIT {
    @TempDir Path data;

    @Test
    void lettersComeAndArePutBackMendedOrDiscarded() {
        try (var hub = Hub.on(data).start();
                var tab = Tab.ofOwner(hub).go("/ui/dead-letters")) {
            var alice = Actor.agent(hub, "alice");
            var run = alice.post("/api/runs", Json.object().put("protocol", "open")).text("run_id");
            assertThat(tab.page().locator("main")).containsText("Nothing is dead");
            doAsTheEmptyPageSays(tab, hub);
            for (var words : new String[] {"One", "Two", "Three"}) {
                var answer = Json.object().put("to_agent", "bob").put("kind", "message");
                refuse(alice, run, answer.put("parent_id", "msg_question").put("summary", words));
            }
            refuse(alice, run, Json.object().put("kind", "message").put("summary", "To nobody"));
            refuse(
                    alice,
                    run,
                    Json.object().put("kind", "message").put("summary", "To nobody else"));
            refuse(
                    alice,
                    run,
                    Json.object().put("kind", "message").put("summary", "To nobody at all"));
            assertThat(letters(tab)).hasCount(6);
            assertThat(tab.button("answers an unknown message 3")).isVisible();

            alice.send(run, "bob", "message", "What is it?", "{\"message_id\":\"msg_question\"}");
            tab.button("answers an unknown message 3").click();
            assertThat(tab.page()).hasURL(Pattern.compile("\\?reason=unknown-parent$"));
            assertThat(letters(tab)).hasCount(3);
            letters(tab).last().getByText("Put back").click();
            assertThat(told(tab)).containsText("Put back as a message");
            assertThat(letters(tab)).hasCount(2);
            tab.button("Put back 2 shown").click();
            assertThat(told(tab)).containsText("Put back as 2 messages");
            assertThat(hub.get("/api/runs/" + run + "/messages").json().findValuesAsText("summary"))
                    .contains("One", "Two", "Three");

            tab.button("all 3").click();
            mend(tab, hub, run);
            discard(tab);
        }
    }

    /** What it says makes a letter that goes back as it is. */
    private static void doAsTheEmptyPageSays(Tab tab, Hub hub) {
        var shown = tab.page().locator(".empty");
        assertThat(shown).containsText("./parley token create --person");
        var token = "PARLEY_TOKEN=" + hub.ownerToken();
        var command = shown.locator("code").textContent();
        Command.run(List.of("env", token, "bash", "-c", command));
        assertThat(letters(tab)).hasCount(1);
        tab.button("Put back").click();
        assertThat(told(tab)).containsText("Put back as a message");
        assertThat(tab.page().locator("main")).containsText("Nothing is dead");
    }

    private static void mend(Tab tab, Hub hub, String run) {
        letters(tab).first().getByRole(AriaRole.BUTTON).first().click();
        tab.button("Edit").click();
        tab.page()
                .getByLabel("What is sent instead, as JSON")
                .fill(
                        "{\"to_agent\":\"bob\",\"kind\":\"message\",\"summary\":\"To bob after all\"}");
        tab.button("Put back so").click();
        assertThat(told(tab)).containsText("Put back as a message");
        assertThat(letters(tab)).hasCount(2);
        assertThat(hub.get("/api/runs/" + run + "/messages").json().findValuesAsText("summary"))
                .contains("To bob after all");
    }

    private static void discard(Tab tab) {
        tab.page().getByLabel("Tick all shown").check();
        tab.button("Discard 2 ticked …").click();
        var asked = tab.page().getByRole(AriaRole.DIALOG);
        assertThat(asked).containsText("Discard 2 dead letters? This cannot be undone.");
        tab.button("Back").click();
        assertThat(letters(tab)).hasCount(2);
        tab.button("Discard 2 ticked …").click();
        tab.button("Discard 2 dead letters").click();
        assertThat(tab.page().locator(".toasts")).containsText("2 discarded");
        assertThat(tab.page().locator("main")).containsText("Nothing is dead");
    }

    /** The hub does not take it, and keeps it. */
    private static void refuse(Actor sender, String run, ObjectNode message) {
        var refused =
                sender.hub().postAs(sender.token(), "/api/runs/" + run + "/messages", message);
        assertThat(refused.status()).as(refused.json().toString()).isEqualTo(422);
    }

    private static Locator letters(Tab tab) {
        return tab.page().locator("table.letters tbody tr:not(.opening)");
    }

    private static Locator told(Tab tab) {
        return tab.page().locator("section.came-of");
    }
}

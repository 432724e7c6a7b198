package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.e2e.hub.Hub;
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
import org.junit.jupiter.api.io.TempDir;

/** How the hub is set up, and who may come in. */
@Timeout(120)
final class SettingsIT {
    @TempDir static Path data;
    private static Hub hub;

    @BeforeAll
    static void start() throws IOException {
        Files.writeString(data.resolve("parley.yaml"), "topics:\n  retention-hours: 24\n");
        hub = Hub.on(data).with("topics.retention-size", "10 MiB").start();
    }

    @AfterAll
    static void end() {
        hub.close();
    }

    @Test
    void everyKeySaysWhereItsValueComesFrom() {
        try (var tab = Tab.ofOwner(hub).go("/ui/settings")) {
            assertThat(tab.page().getByLabel("Health")).containsText("well");
            assertThat(key(tab, "topics.retention-hours"))
                    .containsText(Pattern.compile("24\\s+file\\s+\\S*parley.yaml:2"));
            assertThat(key(tab, "topics.retention-size")).containsText("command line");
            tab.page().getByLabel("Filter the configuration").fill("retention");
            assertThat(key(tab, "topics.retention-hours")).isVisible();
            assertThat(tab.page()).hasURL(Pattern.compile("\\?text=retention$"));
            tab.page().getByLabel("only what was set").check();
            assertThat(tab.page().locator("table.config tbody tr")).hasCount(2);
        }
    }

    @Test
    void aTokenThatIsMadeHereWorksUntilItIsRevoked() {
        try (var tab = Tab.ofOwner(hub).go("/ui/settings")) {
            var form = tab.page().getByLabel("New token");
            form.getByLabel("Name").fill("newcomer");
            form.getByLabel("Expires").selectOption("7");
            tab.button("Create").click();
            var secret = tab.page().locator(".secret code");
            assertThat(secret).isVisible();
            var token = secret.textContent();
            assertThat(opensARun(token)).isEqualTo(201);
            tab.button("I have it").click();
            assertThat(secret).isHidden();
            assertThat(tab.page().locator("main")).not().containsText(token);

            tab.button("Revoke the token of newcomer").click();
            assertThat(tab.page().getByRole(AriaRole.DIALOG))
                    .containsText("Revoke 1 token, of newcomer");
            tab.button("Revoke it").click();
            assertThat(tab.page().locator(".toasts"))
                    .containsText("The token of newcomer is revoked");
            assertThat(tab.button("Revoke the token of newcomer")).hasCount(0);
            assertThat(opensARun(token)).isEqualTo(401);
        }
    }

    @Test
    void aTokenWhoseAnswerWasLostIsNotMadeTwice() {
        try (var tab = Tab.ofOwner(hub).expecting("ERR_FAILED").go("/ui/settings")) {
            var lost = new ArrayList<Integer>();
            tab.page()
                    .route(
                            "**/api/tokens",
                            sent -> {
                                if (sent.request().method().equals("POST") && lost.isEmpty()) {
                                    lost.add(sent.fetch().status());
                                    sent.abort();
                                } else {
                                    sent.resume();
                                }
                            });
            tab.page().getByLabel("New token").getByLabel("Name").fill("forgotten");
            tab.button("Create").click();
            assertThat(tab.page().locator(".toasts")).containsText("cannot be reached");
            tab.button("Create").click();
            assertThat(tab.page().locator(".came-of")).containsText("the answer that showed it");
            assertThat(lost).containsExactly(201);
            assertThat(tab.button("Revoke the token of forgotten")).hasCount(1);
        }
    }

    private static int opensARun(String token) {
        return hub.postAs(token, "/api/runs", Json.object().put("protocol", "open")).status();
    }

    @Test
    void theCommandThatConnectsAnAgentIsToCopy() {
        try (var tab = Tab.ofOwner(hub).go("/ui/settings")) {
            var connect = tab.page().locator("parley-connect");
            assertThat(connect).containsText("./parley connect claude --write");
            tab.button("Codex").click();
            assertThat(connect).containsText("./parley connect codex --write");
            assertThat(connect).containsText(hub.url() + "/mcp");
            connect.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName("Copy"))
                    .first()
                    .click();
            assertThat(tab.page().locator(".toasts")).containsText("Copied");
            assertThat(tab.page().evaluate("() => navigator.clipboard.readText()"))
                    .isEqualTo("./parley connect codex --write");
        }
    }

    private static Locator key(Tab tab, String name) {
        return tab.page()
                .locator("table.config tbody tr", new Page.LocatorOptions().setHasText(name));
    }
}

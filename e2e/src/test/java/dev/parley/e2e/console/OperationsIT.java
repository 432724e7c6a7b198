package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Topics, tools, the audit and the figures of a hub that is used. */
@Timeout(120)
final class OperationsIT {
    /** A tool server that does what it is asked at once. */
    private static final String OVEN =
            """
            while read -r line; do
                id=$(printf '%s' "$line" | sed -n 's/.*"id":\\([0-9]*\\).*/\\1/p')
                case "$line" in
                *'"initialize"'*) said='{"protocolVersion":"2025-11-25","capabilities":{}}' ;;
                *'"tools/list"'*) said='{"tools":[{"name":"bake","inputSchema":{"type":"object"}}]}' ;;
                *'"tools/call"'*) said='{"content":[{"type":"text","text":"It is baked"}]}' ;;
                *) continue ;;
                esac
                printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" "$said"
            done
            """;

    private static final int CHARTS = 8;

    @TempDir static Path folder;
    private static Hub hub;
    private static Actor bob;
    private static String run;

    @BeforeAll
    static void start() throws IOException {
        var data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("oven.sh"), OVEN);
        Files.writeString(
                data.resolve("parley.yaml"),
                """
                tools:
                  servers:
                    oven: {command: sh, args: [oven.sh], cwd: '%s', class: read}
                  agents:
                    mallory: {deny: ["oven__*"]}
                """
                        .formatted(folder));
        hub = Hub.on(data).start();
        bob = Actor.agent(hub, "bob");
        hub.as(bob.token()).agents().introduce(new AgentName("bob"), "bakes", Capabilities.NONE);
        run = bob.post("/api/runs", Json.object().put("protocol", "open")).text("run_id");
        bob.send(run, "alice", "message", "The dough rises");
        var alice = Actor.agent(hub, "alice");
        hub.as(alice.token())
                .inbox(new AgentName("alice"))
                .look(OptionalLong.empty(), 1, Duration.ZERO);
        hub.post("/api/tasks", Json.object().put("message", "Wait").put("target_agent", "nobody"));
    }

    @AfterAll
    static void end() {
        hub.close();
    }

    @Test
    void whatIsPublishedIsSeenByWhoeverLooks() {
        try (var tab = Tab.ofOwner(hub).go("/ui/topics")) {
            tab.button("Publish a test event").click();
            tab.page().getByLabel("Event", exactly()).fill("door.opened");
            tab.page().getByLabel("Data, as a JSON object").fill("{\"door\": 7}");
            tab.button("Publish").click();
            assertThat(tab.page().locator("form.publish"))
                    .containsText("Published on user.door.opened");
            assertThat(row(tab, "user.door.opened")).containsText("no subscription");

            bob.post(
                    "/api/events",
                    Json.parseTrusted("{\"event_type\":\"bread.ready\",\"data\":{\"loaves\":3}}"));
            row(tab, "agent.bob.bread.ready").getByText("agent.bob.bread.ready").click();
            assertThat(tab.page()).hasURL(Pattern.compile("/ui/topics/agent.bob.bread.ready$"));
            assertThat(row(tab, "{\"loaves\":3}")).containsText("bob");
            bob.post(
                    "/api/events",
                    Json.parseTrusted("{\"event_type\":\"bread.ready\",\"data\":{\"loaves\":4}}"));
            assertThat(row(tab, "{\"loaves\":4}")).isVisible();
        }
    }

    @Test
    void theAuditIsFilteredExportedAndHeldAgainstItsChain() throws IOException {
        var token =
                hub.post("/api/tokens", Json.object().put("person", "ann").put("role", "person"));
        new Actor(hub, "ann", token.text("token"))
                .post("/api/runs/" + run + "/pause", Json.object());
        hub.post("/api/runs/" + run + "/resume", Json.object());
        try (var tab = Tab.ofOwner(hub).go("/ui/audit")) {
            assertThat(row(tab, "POST /api/tokens")).isVisible();
            assertThat(tab.page().locator("main .bar")).containsText("whole names are compared");
            tab.page().getByLabel("Who").fill("person:ann");
            assertThat(tab.page().locator("tbody tr")).hasCount(1);
            assertThat(tab.page().locator("tbody tr")).containsText("POST /api/runs/{run}/pause");
            assertThat(tab.page()).hasURL(Pattern.compile("\\?principal=person%3Aann$"));

            var file =
                    tab.page().waitForDownload(() -> tab.page().getByText("Export NDJSON").click());
            assertThat(file.suggestedFilename()).isEqualTo("parley-audit.ndjson");
            assertThat(Files.readAllLines(file.path()))
                    .hasSize(1)
                    .allSatisfy(
                            line ->
                                    assertThat(Json.parseTrusted(line).path("principal").asText())
                                            .isEqualTo("person:ann"));

            tab.button("Verify the chain").click();
            assertThat(tab.page().locator("parley-chain")).containsText("The chain is whole:");
        }
    }

    @Test
    void whoMayUseAToolIsToldWithWhatWasCalled() {
        try (var tab = Tab.ofOwner(hub).go("/ui/tools")) {
            assertThat(row(tab, "oven__bake")).containsText("read");
            tab.page().getByLabel("May this agent use them").selectOption("bob");
            assertThat(row(tab, "oven__bake")).containsText("yes");
            assertThat(tab.page()).hasURL(Pattern.compile("\\?agent=bob$"));
            assertThat(tab.page().locator("main")).containsText("bob has called no tool");

            bob.post(
                    "/api/runs/" + run + "/tools/oven__bake",
                    Json.parseTrusted("{\"arguments\":{\"loaves\":2}}"));
            var calls = tab.page().getByLabel("Recent calls");
            assertThat(calls).containsText("oven__bake");
            assertThat(calls).containsText("completed");
            calls.getByText("oven__bake").click();
            assertThat(calls).containsText("It is baked");

            tab.go("/ui/tools?agent=mallory");
            assertThat(row(tab, "oven__bake"))
                    .containsText("no tools.agents.mallory in parley.yaml");
        }
    }

    @Test
    void figuresAreDrawnOverThreeSpans() {
        try (var tab = Tab.ofOwner(hub).go("/ui/metrics")) {
            bob.send(run, "user", "progress", "The bread is in the oven");
            assertThat(tab.page().locator("figure.spark")).hasCount(CHARTS);
            assertThat(tab.page().locator("figure.spark desc", has("newest"))).hasCount(CHARTS);
            for (var span : new String[] {"1 h", "24 h", "15 min"}) {
                tab.button(span).click();
                assertThat(tab.button(span)).hasAttribute("aria-pressed", "true");
                assertThat(tab.page().locator("figure.spark")).hasCount(CHARTS);
            }
            assertThat(tab.page()).hasURL(Pattern.compile("\\?span=15m$"));
            var messages = tab.page().locator("figure.spark", has("Messages a second"));
            assertThat(messages.locator("path.first")).hasAttribute("d", Pattern.compile("M.*"));
            messages.locator(".plot").press("Home");
            assertThat(messages.locator(".plot")).hasAttribute("aria-valuenow", "0");
        }
    }

    private static Locator row(Tab tab, String words) {
        return tab.page().locator("tbody tr:not(.opening)", has(words)).first();
    }

    private static Page.LocatorOptions has(String words) {
        return new Page.LocatorOptions().setHasText(words);
    }

    private static Page.GetByLabelOptions exactly() {
        return new Page.GetByLabelOptions().setExact(true);
    }
}

package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who is there, what they do, and who speaks with whom. */
@Timeout(120)
final class AgentsIT {
    @TempDir static Path data;
    private static Hub hub;

    @BeforeAll
    static void start() {
        hub = Hub.on(data).start();
    }

    @AfterAll
    static void end() {
        hub.close();
    }

    @Test
    void whoComesAndGoesIsSeenWhileItHappens() {
        var bob = Actor.agent(hub, "bob");
        hub.as(bob.token())
                .agents()
                .introduce(
                        new AgentName("bob"), "lays out boards", Capabilities.of("pcb", "kicad"));
        try (var tab = Tab.ofOwner(hub).go("/ui/agents?text=bob")) {
            var row = row(tab, "bob");
            assertThat(row).containsText("offline");
            assertThat(row).containsText("lays out boards");
            assertThat(row.locator(".tag")).hasText(new String[] {"kicad", "pcb"});

            bob.post("/api/agents/bob/instances/one/state", Json.object().put("state", "busy"));
            assertThat(row).containsText("online");
            assertThat(row).containsText("busy");
            assertThat(tab.page().locator("main")).containsText("1 of 1 online");

            hub.post(
                    "/api/tasks",
                    Json.object().put("message", "Lay it out").put("target_agent", "bob"));
            bob.post("/api/tasks/claim", Json.object());
            assertThat(row.getByRole(AriaRole.LINK, named("1 tasks of bob"))).isVisible();

            bob.post("/api/tasks/leave", Json.object());
            bob.post("/api/agents/bob/instances/one/state", Json.object().put("state", "end"));
            assertThat(row).containsText("offline");

            row.getByRole(AriaRole.LINK, named("bob").setExact(true)).click();
            assertThat(tab.page()).hasURL(Pattern.compile("/ui/agents/bob$"));
            assertThat(tab.page().getByLabel("Card")).containsText("lays out boards");
            bob.post("/api/agents/bob/instances/two/state", Json.object().put("state", "idle"));
            assertThat(tab.page().locator("main .bar")).containsText("online");
            assertThat(tab.page().getByLabel("Instances")).containsText("two");
        }
    }

    @Test
    void whoSpeaksWithWhomIsDrawn() {
        var alice = Actor.agent(hub, "alice");
        try (var tab = Tab.ofOwner(hub).go("/ui/agents?as=topology")) {
            var run = alice.post("/api/runs", Json.object().put("protocol", "open")).text("run_id");
            alice.send(run, "betty", "message", "One");
            alice.send(run, "betty", "message", "Two");
            alice.send(run, "user", "progress", "Three");
            var edges = tab.page().locator("table.traffic tbody tr");
            assertThat(edges.filter(new Locator.FilterOptions().setHasText("betty")))
                    .hasText(Pattern.compile("alice\\s*betty\\s*2"));
            assertThat(tab.page().locator(".topology path.edge.agent")).hasCount(1);
            assertThat(tab.page().locator(".topology path.edge.person").first()).isAttached();
            assertThat(tab.page().locator(".topology text.count.agent")).hasText("2");

            tab.page()
                    .locator(".topology a text", new Page.LocatorOptions().setHasText("alice"))
                    .click();
            assertThat(tab.page().locator("h1")).hasText("alice");
            assertThat(tab.page().getByLabel("Outbox")).containsText("Two");
            assertThat(tab.page()).hasTitle("alice · Agents · Parley");
        }
    }

    @Test
    void aMessageFromThePageArrivesAndThePageSeesThatItDid() {
        var carol = Actor.agent(hub, "carol");
        hub.as(carol.token())
                .agents()
                .introduce(new AgentName("carol"), "listens", Capabilities.of());
        try (var tab = Tab.ofOwner(hub).go("/ui/agents/carol")) {
            tab.page().getByLabel("Message to carol").fill("Are you **there**?");
            tab.button("Send").click();
            var outcome = tab.page().locator(".outcome");
            assertThat(outcome).containsText(Pattern.compile("Sent, message \\d+ of run_"));
            assertThat(tab.page().getByLabel("Inbox").last()).containsText("Are you **there**?");

            var client = hub.as(carol.token());
            var page =
                    client.inbox(new AgentName("carol"))
                            .look(OptionalLong.empty(), 10, Duration.ofSeconds(20));
            assertThat(page.items()).hasSize(1);
            var message = page.items().getFirst().message();
            assertThat(message.toString()).contains("Are you **there**?");
            assertThat(outcome).containsText("delivered");
            client.messages().ack(message.runId(), new AgentName("carol"), message.messageId());
            assertThat(outcome).containsText("acked");

            outcome.getByRole(AriaRole.LINK).click();
            assertThat(tab.page()).hasURL(Pattern.compile("/ui/runs/run_.*at="));
            assertThat(tab.page().locator("main")).containsText("there");
        }
    }

    private static Locator row(Tab tab, String agent) {
        return tab.page()
                .locator("table.agents tbody tr", new Page.LocatorOptions().setHasText(agent));
    }

    private static Locator.GetByRoleOptions named(String name) {
        return new Locator.GetByRoleOptions().setName(name);
    }
}

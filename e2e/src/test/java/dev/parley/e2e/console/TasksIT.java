package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What people see of tasks, and what they do with them. */
@Timeout(120)
final class TasksIT {
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
    void aTaskSaysWhyItWaitsAndMovesAcrossTheBoardWithWhoeverWorksOnIt() {
        var task = queue("{'message':'Check the wings','required_capabilities':['aero']}");
        var wright = Actor.agent(hub, "wright");
        Actor.agent(hub, "novice").post("/api/tasks/claim", Json.object());
        try (var tab = Tab.ofOwner(hub).go("/ui/tasks")) {
            assertThat(card(tab, "Queued", "Check the wings"))
                    .containsText("it needs aero; novice lacks it");

            var claim =
                    wright.post(
                            "/api/tasks/claim", Json.parseTrusted("{\"capabilities\":[\"aero\"]}"));
            assertThat(card(tab, "Running", "Check the wings")).containsText("held by wright");
            assertThat(card(tab, "Queued", "Check the wings")).hasCount(0);

            var fence = Json.object().put("fence", claim.json().at("/lease/fence").asLong());
            var report = fence.deepCopy();
            report.putObject("artifact").put("name", "report.md").put("last", true);
            report.putArray("parts")
                    .addObject()
                    .put("type", "text")
                    .put("content", "Two wings, one crack");
            wright.post("/api/tasks/" + task + "/progress", report);
            wright.post(
                    "/api/tasks/" + task + "/complete",
                    fence.put("summary", "One crack found").put("cracks", 1));
            assertThat(card(tab, "Completed", "Check the wings")).containsText("by wright");

            card(tab, "Completed", "Check the wings").getByRole(AriaRole.LINK).click();
            assertThat(tab.page()).hasURL(Pattern.compile("/ui/tasks/" + task));
            var main = tab.page().locator("main");
            assertThat(main).containsText("One crack found");
            assertThat(main).containsText("\"cracks\": 1");
            assertThat(tab.page().locator("details.panel", hasText("report.md")))
                    .containsText("Two wings, one crack");
            assertThat(tab.page().getByLabel("Facts")).containsText("wright");
        }
    }

    @Test
    void theBoardAsksForListsHoweverManyTasksWait() {
        queue("{'message':'Sweep the yard','target_agent':'sweeper'}");
        queue("{'message':'Sweep the roof','target_agent':'sweeper'}");
        try (var tab = Tab.ofOwner(hub)) {
            var asked = new ArrayList<String>();
            tab.page().onRequest(request -> asked.add(request.url()));
            tab.go("/ui/tasks");
            assertThat(card(tab, "Queued", "Sweep the yard")).containsText("it is for sweeper");
            assertThat(card(tab, "Queued", "Sweep the roof")).containsText("it is for sweeper");
            assertThat(asked)
                    .anyMatch(url -> url.contains("/api/tasks?state=queued"))
                    .noneMatch(url -> url.contains("/api/tasks/task_"));
        }
    }

    @Test
    void aPersonChangesTheOrderCancelsAndQueuesAgain() {
        queue("{'message':'Paint the door','target_agent':'nobody'}");
        queue("{'message':'Oil the hinges','target_agent':'nobody'}");
        try (var tab = Tab.ofOwner(hub).go("/ui/tasks?agent=nobody")) {
            var turns = tab.page().getByLabel("Queued").locator("article h3");
            assertThat(turns).hasText(new String[] {"Paint the door", "Oil the hinges"});
            tab.button("Raise the priority: Oil the hinges").click();
            assertThat(tab.page().locator(".toasts")).containsText("priority is 1 now, it was 0");
            assertThat(turns).hasText(new String[] {"Oil the hinges", "Paint the door"});

            tab.button("Cancel: Paint the door").click();
            assertThat(tab.page().getByRole(AriaRole.DIALOG)).containsText("Cancel 1 task?");
            tab.page().getByLabel("Reason").fill("The door is gone");
            tab.button("Cancel the task").click();
            var cancelled = card(tab, "Failed", "Paint the door");
            assertThat(cancelled).containsText("cancelled");
            assertThat(cancelled).containsText("The door is gone");

            tab.button("Requeue: Paint the door").click();
            assertThat(card(tab, "Queued", "Paint the door")).isVisible();
            assertThat(cancelled).isVisible();
            assertThat(turns).hasText(new String[] {"Oil the hinges", "Paint the door"});
        }
    }

    @Test
    void theTableAndItsFilterAreAnAddress() {
        queue("{'message':'Count the sheep','target_agent':'shepherd'}");
        queue("{'message':'Shear the sheep','target_agent':'barber'}");
        try (var tab = Tab.ofOwner(hub).go("/ui/tasks")) {
            tab.button("Table").click();
            tab.page().getByLabel("Filter by text").fill("sheep");
            var rows = tab.page().locator("tbody tr");
            assertThat(rows).hasCount(2);
            tab.page().getByLabel("Agent", exactly()).fill("barber");
            assertThat(rows).hasCount(1);
            assertThat(rows).containsText("it is for barber, and no worker of that name is online");
            assertThat(tab.page()).hasURL(Pattern.compile("\\?as=table&text=sheep&agent=barber$"));

            tab.page().reload();
            assertThat(rows).hasCount(1);
            assertThat(tab.page().getByLabel("Filter by text")).hasValue("sheep");
            tab.page().getByLabel("State").selectOption("completed");
            assertThat(tab.page().locator("main"))
                    .containsText("No task that was read fits this filter.");
        }
    }

    @Test
    void aFormQueuesATaskAndItsPageSetsThePriority() {
        try (var tab = Tab.ofOwner(hub).go("/ui/tasks")) {
            tab.button("New task").click();
            var form = tab.page().getByRole(AriaRole.DIALOG);
            form.getByLabel("What is to be done").fill("Water the plants");
            form.getByLabel("For this agent only").fill("gardener");
            form.getByLabel("Capabilities").fill("water, patience");
            form.getByLabel("Priority").fill("4");
            form.getByLabel("Deadline").fill("90");
            tab.button("Queue it").click();
            assertThat(tab.page()).hasURL(Pattern.compile("/ui/tasks/task_"));
            assertThat(tab.page().locator("h1")).hasText("Water the plants");
            assertThat(tab.page().locator(".waits")).containsText("gardener");

            var path = "/api" + tab.page().url().substring(tab.page().url().indexOf("/tasks/"));
            var queued = hub.get(path).json();
            assertThat(queued.path("required_capabilities"))
                    .hasToString("[\"patience\",\"water\"]");
            assertThat(queued.path("priority").asInt()).isEqualTo(4);
            assertThat(queued.path("deadline_at").asDouble()).isPositive();

            tab.page().getByLabel("Priority, higher first").fill("9");
            tab.button("Set").click();
            assertThat(tab.page().locator(".toasts")).containsText("priority is 9 now");
            assertThat(hub.get(path).json().path("priority").asInt()).isEqualTo(9);
        }
    }

    /** A task of the owner's; the answer is its id. */
    private static String queue(String task) {
        var queued = hub.post("/api/tasks", Json.parseTrusted(task.replace('\'', '"')));
        assertThat(queued.status()).as(queued.json().toString()).isEqualTo(201);
        return queued.text("task_id");
    }

    private static Locator card(Tab tab, String column, String words) {
        return tab.page()
                .getByLabel(column, exactly())
                .locator("article", new Locator.LocatorOptions().setHasText(words));
    }

    private static Page.GetByLabelOptions exactly() {
        return new Page.GetByLabelOptions().setExact(true);
    }

    private static Page.LocatorOptions hasText(String words) {
        return new Page.LocatorOptions().setHasText(words);
    }
}

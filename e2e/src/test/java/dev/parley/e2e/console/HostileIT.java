package dev.parley.e2e.console;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that write what a browser would run, wherever they may write at all. */
@Timeout(180)
final class HostileIT {
    private static final String SCRIPT =
            "<img src=x onerror=\"window.hit=1\"><script>window.hit=1</script>"
                    + "<a href=\"javascript:window.hit=1\">here</a>"
                    + " [link](javascript:window.hit=1) ![](http://192.0.2.1/pixel)";

    @TempDir Path data;

    @Test
    void whatAgentsWriteStaysText() {
        try (var hub = Hub.on(data).start();
                var tab = Tab.ofOwner(hub)) {
            for (var view : write(hub)) {
                tab.go("/ui/" + view);
                openAll(tab);
                assertThat(tab.page().locator("main")).containsText("<img src=x");
                assertThat(tab.page().evaluate("() => window.hit")).as(view).isNull();
                assertThat(
                                tab.page()
                                        .locator(
                                                "img[src='x'], main script, [href^='javascript'],"
                                                        + " [src^='http:']")
                                        .count())
                        .as("elements that agents have made in %s", view)
                        .isZero();
            }
        }
    }

    /** Whatever can be unfolded is. */
    private static void openAll(Tab tab) {
        tab.page()
                .evaluate(
                        "() => document.querySelectorAll('main details:not([open]) > summary,"
                                + " main [aria-expanded=false]').forEach(one => one.click())");
    }

    /** The views that show something of it. */
    private static List<String> write(Hub hub) {
        var mallory = Actor.agent(hub, "mallory");
        var run = mallory.post("/api/runs", json("protocol", "open")).text("run_id");
        speak(mallory, run);
        var task = mallory.post("/api/tasks", json("message", SCRIPT)).text("task_id");
        mallory.post("/api/events", json("event_type", "news").set("data", json("title", SCRIPT)));
        var refused = json("kind", SCRIPT).put("to_agent", SCRIPT);
        hub.postAs(mallory.token(), "/api/runs/" + run + "/messages", refused);
        hub.as(mallory.token())
                .agents()
                .introduce(new AgentName("mallory"), SCRIPT, Capabilities.NONE);
        var session = hub.post("/api/sessions", json("agent", "mallory")).text("sessionId");
        var applet =
                json("message", SCRIPT)
                        .put("source", "applet")
                        .put("applet", SCRIPT.substring(0, 60));
        hub.post("/api/sessions/" + session + "/messages", applet);
        var question =
                hub.get("/api/questions").json().path("items").path(0).path("question_id").asText();

        var views = new ArrayList<String>();
        for (var look : List.of("", "?internal=1", "?view=tree", "?view=raw")) {
            views.add("runs/" + run + look);
        }
        views.addAll(
                List.of("runs", "inbox", "inbox/" + question, "tasks", "tasks/" + task, "flow"));
        views.addAll(List.of("sessions/" + session, "agents/mallory", "topics/agent.mallory.news"));
        views.add("dead-letters");
        return views;
    }

    private static void speak(Actor mallory, String run) {
        for (var kind :
                List.of("message", "tool_intent", "tool_result", "build_update", "progress")) {
            mallory.send(run, "user", kind, SCRIPT, hostile().toString());
        }
        mallory.send(run, "bob", "intent_brief", SCRIPT, hostile().toString());
        var artifact = Json.object();
        artifact.putObject("payload").putObject("artifact").put("name", SCRIPT);
        mallory.send(run, "user", "artifact", SCRIPT, artifact.toString());
        var question = json("question", SCRIPT).put("context", SCRIPT);
        question.putArray("choices").add(SCRIPT).add("no");
        var asked = Json.object().set("payload", question).toString();
        mallory.send(run, "user", "REQUEST_USER_INPUT", SCRIPT, asked);
    }

    private static ObjectNode hostile() {
        return Json.object()
                .set("payload", json("file_name", SCRIPT).put("tool", SCRIPT).put("text", SCRIPT));
    }

    private static ObjectNode json(String field, String value) {
        return Json.object().put(field, value);
    }
}

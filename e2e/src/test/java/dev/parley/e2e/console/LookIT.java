package dev.parley.e2e.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.parley.e2e.hub.Hub;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Every view of the demo, in light and dark, narrow and wide. */
@Timeout(240)
final class LookIT {
    @TempDir static Path home;
    private static Hub hub;
    private static List<String> views;

    @BeforeAll
    static void play() {
        hub = Hub.demo(home);
        var run = asking();
        hub.post(
                "/api/events",
                Json.parseTrusted("{\"topic\":\"weather\",\"data\":{\"rain\":true}}"));
        hub.post(
                "/api/tasks",
                Json.object().put("message", "Nobody can do this").put("target_agent", "nobody"));
        var session =
                hub.post("/api/sessions", Json.object().put("agent", "notebook")).text("sessionId");
        hub.post(
                "/api/sessions/" + session + "/messages",
                Json.object().put("message", "Note this"));
        views = new ArrayList<>(List.of("runs/" + run, "sessions/" + session, "agents/manager"));
        for (var view :
                List.of(
                        "runs",
                        "inbox",
                        "sessions",
                        "tasks",
                        "agents",
                        "flow",
                        "topics",
                        "dead-letters",
                        "audit",
                        "tools",
                        "metrics",
                        "settings")) {
            views.add(view);
        }
    }

    /** The story has come to where it asks the reader something. */
    private static boolean awaitQuestion() {
        return hub.await(
                Duration.ofSeconds(60),
                () -> hub.get("/api/questions").json().path("items").size() > 0);
    }

    @AfterAll
    static void end() {
        hub.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void nothingStandsInAnybodysWayAndEverythingFits(ColorScheme scheme) {
        try (var tab = Tab.ofOwner(hub, scheme, 1280)) {
            for (var view : views) {
                tab.go("/ui/" + view).assertAccessible();
                for (int width : new int[] {360, 2560, 1280}) {
                    tab.page().setViewportSize(width, 900);
                    tab.assertFits();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"run, LIGHT", "run, DARK", "inbox, LIGHT", "flow, DARK", "tasks, LIGHT"})
    void thesePicturesAreInTheDocs(String picture, ColorScheme scheme) {
        var file = picture + "-" + scheme.name().toLowerCase(Locale.ROOT) + ".png";
        var path = Path.of(System.getProperty("parley.pictures", "target/pictures"), file);
        try (var tab = Tab.ofOwner(hub, scheme, 1280)) {
            tab.go("/ui/" + (picture.equals("run") ? "runs/" + asking() : picture));
            tab.page().screenshot(new Page.ScreenshotOptions().setPath(path));
        }
        assertThat(path).isNotEmptyFile();
    }

    /** The run in which the reader is asked something. */
    private static String asking() {
        assertThat(awaitQuestion()).as(hub.out() + hub.err()).isTrue();
        return hub.get("/api/questions").json().path("items").path(0).path("run_id").asText();
    }
}

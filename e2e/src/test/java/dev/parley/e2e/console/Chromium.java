package dev.parley.e2e.console;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.parley.e2e.Ability;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The browser that the tests share: the system's own Chromium. It ends with this JVM. */
final class Chromium {
    private static final List<String> FLAGS =
            List.of(
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync");

    /** How many milliseconds an expectation has to come true: a busy machine takes its time. */
    private static final double PATIENCE = 20_000;

    private static @Nullable Browser running;

    private Chromium() {}

    static synchronized Browser running() {
        if (running == null) {
            Ability.BROWSER.require();
            PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
            var playwright =
                    Playwright.create(
                            new Playwright.CreateOptions()
                                    .setEnv(
                                            Map.of(
                                                    "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                                                    "1",
                                                    "PLAYWRIGHT_NODEJS_PATH",
                                                    found("node").toString())));
            running =
                    playwright
                            .chromium()
                            .launch(
                                    new BrowserType.LaunchOptions()
                                            .setExecutablePath(found("chromium"))
                                            .setArgs(FLAGS));
        }
        return running;
    }

    /** A program on the path. */
    private static Path found(String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> Stream.of(Path.of(folder, program)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }
}

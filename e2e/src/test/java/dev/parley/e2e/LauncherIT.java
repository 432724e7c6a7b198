package dev.parley.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code ./parley} before Java: which JDK it takes, and what it says when there is none. */
final class LauncherIT {
    private static final Path HOME = Path.of(System.getProperty("parley.home", ".."));

    @TempDir Path folder;
    private Path jdk = Path.of("");

    @BeforeEach
    void aJdkThatOnlyTellsItsName() throws IOException {
        jdk = folder.resolve("my jdk");
        Files.createDirectories(jdk.resolve("bin"));
        for (var tool : List.of("java", "javac")) {
            var file = jdk.resolve("bin").resolve(tool);
            Files.writeString(file, "#!/bin/sh\necho I am \"$0\"\n");
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        release("25.0.3");
    }

    @ParameterizedTest
    @CsvSource({
        "25, true",
        "25.0.3, true",
        "26-ea, true",
        "100.1, true",
        "24.0.2, false",
        "21.0.1, false",
        "1.8.0_402, false"
    })
    void aJdkIsTakenFrom25On(String version, boolean taken) throws Exception {
        release(version);

        assertThat(found(Map.of("JAVA_HOME", jdk.toString())).equals(jdk.toString()))
                .isEqualTo(taken);
    }

    @Test
    void aJavaWithoutACompilerIsNotAJdk() throws Exception {
        Files.delete(jdk.resolve("bin/javac"));

        assertThat(found(Map.of("JAVA_HOME", jdk.toString()))).isNotEqualTo(jdk.toString());
    }

    @Test
    void parleysOwnVariableComesBeforeJavaHome() throws Exception {
        assertThat(found(Map.of("JAVA_HOME", "/nowhere", "PARLEY_JAVA_HOME", jdk.toString())))
                .isEqualTo(jdk.toString());
    }

    @Test
    void anSdkmanJdkIsFound() throws Exception {
        var candidates = Files.createDirectories(folder.resolve("sdk/candidates/java"));
        var moved = Files.move(jdk, candidates.resolve("25-tem"));

        var environment =
                Map.of(
                        "JAVA_HOME", "/nowhere",
                        "SDKMAN_DIR", folder.resolve("sdk").toString(),
                        "PATH", folder.toString());

        assertThat(found(environment)).isEqualTo(moved.toString());
    }

    @Test
    void aWrongJdkIsRefusedInOneSentenceThatSaysWhatToInstall() throws Exception {
        release("17.0.15");

        var answer =
                run(Map.of("PARLEY_JAVA_HOME", jdk.toString()), HOME.resolve("parley").toString());

        assertThat(answer.status()).isEqualTo(1);
        assertThat(answer.text())
                .startsWith("parley: PARLEY_JAVA_HOME is " + jdk + ", which is not a JDK 25")
                .contains("apt-get install openjdk-25-jdk-headless", "brew install openjdk");
        assertThat(answer.text().lines()).hasSize(1);
    }

    @Test
    void whoeverNamesNoExampleIsToldWhichThereAre() throws Exception {
        var environment = Map.of("PARLEY_JAVA_HOME", jdk.toString());

        var answer = run(environment, HOME.resolve("parley").toString(), "example", "unheard-of");

        assertThat(answer.status()).isEqualTo(1);
        assertThat(answer.text())
                .contains("aggregator|coordinator-worker|hierarchical|pipeline|publish-subscribe")
                .doesNotContain("team");
    }

    @Test
    void whoeverNamesNothingToMeasureIsToldWhatThereIsWithoutABuild() throws Exception {
        var environment = Map.of("PARLEY_JAVA_HOME", jdk.toString());

        var answer = run(environment, HOME.resolve("parley").toString(), "bench");

        assertThat(answer.status()).isEqualTo(1);
        assertThat(answer.text())
                .isEqualTo(
                        "parley: measure what? ./parley bench"
                                + " claim|delivery|mcp|sessions|start|store, or --help\n");
    }

    private record Answer(int status, String text) {}

    private void release(String version) throws IOException {
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    }

    private static String found(Map<String, String> environment) throws Exception {
        var script = "set -euo pipefail; . \"$0\"; find_jdk && printf %s \"$JDK\"";
        return run(
                        environment,
                        "bash",
                        "-c",
                        script,
                        HOME.resolve("scripts/find-jdk.sh").toString())
                .text();
    }

    private static Answer run(Map<String, String> environment, String... command)
            throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        var process = builder.start();
        process.getOutputStream().close();
        var text = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Answer(process.waitFor(), text);
    }
}

package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Command;
import dev.parley.e2e.hub.Hub;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's commands, run as they stand there. */
final class ReadmeIT {
    private static final Pattern TWO_AGENTS =
            Pattern.compile("## Two agents in a minute.*?```sh\\n(.*?)```", Pattern.DOTALL);

    @TempDir Path folder;

    @Test
    void twoAgentsTalkInAMinute() throws IOException {
        try (var hub = Hub.on(folder.resolve("data")).start()) {
            var script = script(hub);
            var said = Command.run(List.of("bash", "-eu", "-o", "pipefail", script.toString()));

            assertThat(said.status()).as(said.err()).isZero();
            assertThat(said.out())
                    .containsSubsequence(
                            "{\"message_id\":\"brief-1\",\"seq\":1}",
                            "\"message_id\":\"brief-1\"",
                            "\"from_agent\":\"manager\"",
                            "\"redelivered\":[],\"cursor\":1",
                            "{\"message_id\":\"brief-1\",\"state\":\"acked\"}");
        }
    }

    /** The section's commands, with this hub in place of the usual one. */
    private Path script(Hub hub) throws IOException {
        var readme = Files.readString(Path.of(System.getProperty("parley.home"), "README.md"));
        var section = TWO_AGENTS.matcher(readme);
        assertThat(section.find()).as("the section is there").isTrue();
        var commands =
                section.group(1)
                        .replace("./parley ", parley() + " ")
                        .replace("http://127.0.0.1:7420", hub.url().toString());
        return Files.writeString(folder.resolve("commands.sh"), commands);
    }

    private Path parley() throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var text =
                "#!/bin/sh\nPARLEY_DATA='%s' exec '%s' -jar '%s' \"$@\"\n"
                        .formatted(folder.resolve("data"), java, System.getProperty("parley.jar"));
        var file = Files.writeString(folder.resolve("parley"), text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }
}

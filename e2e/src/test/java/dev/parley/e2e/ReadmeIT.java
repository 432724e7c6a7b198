package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Hub;
import java.io.IOException;
import java.nio.file.Path;
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
        var shell = new Shell(folder);
        var section = TWO_AGENTS.matcher(Shell.page("README.md"));
        assertThat(section.find()).as("the section is there").isTrue();
        try (var hub = Hub.on(shell.data()).start()) {
            var said = shell.run(hub, section.group(1));

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
}

package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Command;
import dev.parley.e2e.hub.Hub;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A data folder is used by one hub at a time. */
final class DataFolderIT {
    @TempDir Path folder;

    @Test
    void aSecondHubRefusesToStartAndNamesTheFirst() {
        try (var hub = Hub.on(folder).start()) {
            var conversation = Conversation.on(hub);

            var second = Command.parley("serve", "--port", "0", "--data", folder.toString());

            assertThat(second.status()).isEqualTo(1);
            assertThat(second.out()).isEmpty();
            assertThat(second.err())
                    .contains("is in use by process " + hub.pid(), hub.url().toString())
                    .hasLineCount(1);
            assertThat(conversation.say(hub, "m1").status()).isEqualTo(201);
        }
    }

    @Test
    void aFolderWhoseHubWasKilledIsFree() {
        try (var hub = Hub.on(folder).start()) {
            hub.kill();
        }
        try (var hub = Hub.on(folder).start()) {
            assertThat(hub.get("/health").status()).isEqualTo(200);
        }
    }

    @Test
    void aRestoreIntoTheFolderOfARunningHubRefuses() {
        var file = folder.resolve("backup.zip").toString();
        var data = folder.resolve("data").toString();
        try (var hub = Hub.on(Path.of(data)).start()) {
            assertThat(Command.parley("backup", file, "--data", data).status()).isZero();

            var refused = Command.parley("restore", file, "--data", data);

            assertThat(refused.status()).isEqualTo(1);
            assertThat(refused.err()).contains("is in use by process " + hub.pid());
        }
    }
}

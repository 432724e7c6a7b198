package dev.parley.e2e;

import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Hub;
import dev.parley.e2e.hub.Running;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The owner's token is printed once and only for somebody's eyes. */
final class OwnerTokenIT {
    private static final Duration START = Duration.ofSeconds(30);

    @TempDir Path folder;

    @Test
    void nothingThatIsNotATerminalIsToldTheOwnersToken() throws IOException {
        try (var hub = Hub.on(folder).start()) {
            assertThat(hub.out() + hub.err())
                    .contains("owner.token")
                    .doesNotContain(hub.ownerToken());
            assertThat(Files.getPosixFilePermissions(folder.resolve("owner.token")))
                    .containsOnly(OWNER_READ, OWNER_WRITE);
        }
    }

    @Test
    void aTerminalIsToldTheOwnersTokenAtTheFirstStartAndNeverAgain() throws IOException {
        Ability.TERMINAL.require();
        var first = start();
        var token = Files.readString(folder.resolve("owner.token")).strip();

        assertThat(first).contains(token).doesNotContain("audit-head");
        assertThat(start()).doesNotContain(token).doesNotContain("owner  ");
    }

    private String start() {
        try (var hub =
                Running.parleyOnATerminal("serve", "--port", "0", "--data", folder.toString())) {
            assertThat(hub.await(START, () -> hub.out().contains("parley tail")))
                    .as(hub.out() + hub.err())
                    .isTrue();
            hub.terminate();
            hub.awaitEnd(START);
            return hub.out();
        }
    }
}

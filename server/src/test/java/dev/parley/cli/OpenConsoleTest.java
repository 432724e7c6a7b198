package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenConsoleTest {
    private static final String LINK = "http://127.0.0.1:7420/ui/login#pa_x";

    @TempDir Path home = Path.of("");
    private final ScriptedHub hub = new ScriptedHub();

    @BeforeEach
    void aHubRuns() {
        hub.moveInto(home.resolve(".parley"));
        hub.on(
                "POST /api/console/links",
                201,
                "{\"link\":\"pa_x\",\"url\":\"" + LINK + "\",\"expires_in\":600}");
    }

    @AfterEach
    void theHubEnds() {
        hub.close();
    }

    @Test
    void theLinkIsPrintedAloneSoThatAScriptCanTakeIt() {
        var shell = new TestShell(home);

        assertThat(shell.run("console")).isZero();
        assertThat(shell.out()).isEqualTo(LINK + "\n");
        assertThat(shell.err()).isEmpty();
    }

    @Test
    void itIsOpenedWithWhateverOpensAddressesHere() throws IOException {
        var told = home.resolve("told");
        var opener = Files.createDirectory(home.resolve("bin")).resolve("xdg-open");
        Files.writeString(
                opener,
                "#!/bin/sh\necho \"$1\" > '%s.new'; mv '%s.new' '%s'\n"
                        .formatted(told, told, told));
        Files.setPosixFilePermissions(opener, PosixFilePermissions.fromString("rwx------"));
        var shell = new TestShell(home).variable("PATH", "/none:" + opener.getParent());

        assertThat(shell.run("console", "--open")).isZero();
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (Files.notExists(told) && System.nanoTime() < deadline) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(told).hasContent(LINK + "\n");
    }

    @Test
    void withoutABrowserOneIsToldToOpenIt() {
        var shell = new TestShell(home).variable("PATH", "/none");

        assertThat(shell.run("console", "--open")).isZero();
        assertThat(shell.out()).isEqualTo(LINK + "\n");
        assertThat(shell.err()).contains("open it yourself");
    }
}

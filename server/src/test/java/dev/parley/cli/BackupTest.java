package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupTest {
    @TempDir Path home = Path.of("");
    private final ScriptedHub hub = new ScriptedHub();
    private Path file = Path.of("");

    @BeforeEach
    void aHubRuns() {
        hub.moveInto(home.resolve(".parley"));
        hub.on("GET /api/backup", 200, "everything");
        file = home.resolve("parley.zip");
    }

    @AfterEach
    void theHubEnds() {
        hub.close();
    }

    @Test
    void aBackupIsWholeAndOnlyItsOwnersToRead() throws IOException {
        var shell = new TestShell(home);

        assertThat(shell.run("backup", file.toString())).isZero();
        assertThat(shell.out()).isEqualTo(file + " 10 B\n");
        assertThat(file).hasContent("everything");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(home.resolve("parley.zip.partial")).doesNotExist();
    }

    @Test
    void aFileThatIsThereIsOnlyReplacedWhenAskedTo() throws IOException {
        Files.writeString(file, "older");
        var shell = new TestShell(home);

        assertThat(shell.run("backup", file.toString())).isEqualTo(1);
        assertThat(file).hasContent("older");
        assertThat(shell.err())
                .isEqualTo("parley: " + file + " exists already; --force replaces it\n");
        assertThat(hub.asked()).isEmpty();
        assertThat(shell.run("backup", "--force", file.toString())).isZero();
        assertThat(file).hasContent("everything");
    }

    @Test
    void aBackupThatFailsLeavesNothingBehind() throws IOException {
        hub.on("GET /api/backup", 403, "{\"code\":\"forbidden\",\"message\":\"not yours\"}");
        var shell = new TestShell(home);

        assertThat(shell.run("backup", file.toString())).isEqualTo(1);
        assertThat(shell.err()).isEqualTo("parley: not yours\n");
        try (var left = Files.list(home)) {
            assertThat(left).containsExactly(home.resolve(".parley"));
        }
    }

    @Test
    void aFolderThatIsNotThereIsNamed() {
        var shell = new TestShell(home);

        assertThat(shell.run("backup", home.resolve("no/parley.zip").toString())).isEqualTo(1);
        assertThat(shell.err()).endsWith("parley.zip.partial does not exist\n").hasLineCount(1);
    }
}

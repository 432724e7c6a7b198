package dev.parley.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.store.DataFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A demo never stands among somebody's own runs, and leaves nothing that nobody wanted. */
final class DemoFolderTest {
    @TempDir Path home;

    @Test
    void nothingIsLeftOfAFolderThatNobodyNamed() throws IOException {
        var path = home.resolve("demo");
        try (var folder = DemoFolder.passing(path)) {
            assertThat(folder.file()).exists();
            Files.createDirectories(path.resolve("blobs"));
            Files.writeString(path.resolve("blobs").resolve("b"), "x");
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void whatAKilledDemoHasLeftIsClearedBeforeTheNext() throws IOException {
        var path = home.resolve("demo");
        DemoFolder.passing(path);
        Files.writeString(path.resolve("parley.db"), "old");

        DemoFolder.passing(path);

        assertThat(path.resolve("parley.db")).doesNotExist();
    }

    @Test
    void aFolderThatSomebodyNamedStays() throws IOException {
        var path = home.resolve("chosen");
        try (var folder = DemoFolder.kept(path)) {
            Files.writeString(folder.path().resolve("parley.db"), "runs");
        }
        try (var _ = DemoFolder.kept(path)) {
            assertThat(path.resolve("parley.db")).hasContent("runs");
        }
        assertThat(path.resolve("parley.db")).exists();
    }

    @Test
    void aFolderWithAnythingElseIsLeftAlone() throws IOException {
        Files.writeString(home.resolve("parley.db"), "somebody's own");

        assertThatThrownBy(() -> DemoFolder.kept(home)).hasMessageContaining("an empty folder");
        assertThatThrownBy(() -> DemoFolder.passing(home)).hasMessageContaining("an empty folder");

        assertThat(home).isDirectoryContaining("glob:**/parley.db");
        assertThat(home.resolve("parley.yaml")).doesNotExist();
    }

    @Test
    void twoDemosAreNotInEachOthersWay() {
        var path = home.resolve("demo");
        DemoFolder.passing(path);
        try (var _ = DataFolder.claim(path)) {
            assertThatThrownBy(() -> DemoFolder.passing(path))
                    .hasMessageContaining("is running on " + path + " already");
        }
    }
}

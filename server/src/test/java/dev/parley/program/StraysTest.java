package dev.parley.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a program has started ends with it, however it was let go. */
@Timeout(60)
@EnabledOnOs(OS.LINUX)
class StraysTest {
    /** In a session of its own, so that its process group does not tell whose it is. */
    private static final String LETS_GO =
            "setsid sh -c 'echo $$ > \"$0.part\"; mv \"$0.part\" \"$0\"; exec sleep 1000' \"$0\" & wait";

    @TempDir Path folder;

    @Test
    void aChildThatHasASessionOfItsOwnEndsWithTheProgram() throws IOException {
        var program = start(folder.resolve("pid"));
        var child = child(folder.resolve("pid"));
        assertThat(child.isAlive()).isTrue();
        program.end();
        // Whoever it belongs to now may take a moment to notice.
        child.onExit().join();
    }

    @Test
    void anotherProgramIsLeftAlone() throws IOException {
        var one = start(folder.resolve("one"));
        var other = start(folder.resolve("other"));
        var child = child(folder.resolve("other"));
        child(folder.resolve("one"));
        one.end();
        assertThat(child.isAlive()).isTrue();
        other.end();
    }

    @Test
    void whatTheLastHubOfAFolderHasLeftIsEndedAndNothingElse() throws Exception {
        var stray = new ProcessBuilder("sleep", "1000");
        stray.environment().put("PARLEY_PROGRAM", "hub-that-died.7");
        var left = stray.start();
        stray.environment().put("PARLEY_PROGRAM", "hub-that-lives.7");
        var kept = stray.start();
        Files.writeString(folder.resolve("programs"), "hub-that-died\n");
        assertThat(Strays.endThoseOf(folder)).isEqualTo(1);
        assertThat(left.waitFor()).isNotZero();
        assertThat(kept.isAlive()).isTrue();
        kept.destroyForcibly();
        assertThat(Strays.endThoseOf(folder)).as("its own").isZero();
    }

    private static Program start(Path file) {
        return Program.start(
                new Program.Spec(
                        Problem.AGENT_FAILED,
                        "sh",
                        List.of("-c", LETS_GO, file.toString()),
                        Map.of(),
                        null));
    }

    private static ProcessHandle child(Path file) throws IOException {
        while (!Files.exists(file)) {
            LockSupport.parkNanos(1_000_000);
        }
        return ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).orElseThrow();
    }
}

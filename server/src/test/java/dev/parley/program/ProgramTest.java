package dev.parley.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.Problem;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** What is said of how a program ended. */
@Timeout(60)
@DisabledOnOs(OS.WINDOWS)
class ProgramTest {
    private static final int TRIES = 50;

    /** Its output ends a moment before the process does, which whoever reads it may see first. */
    @Test
    void oneThatHasJustClosedItsOutputByEndingHasEnded() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            var program = start("exit 7");
            program.process().getInputStream().readAllBytes();
            assertThat(program.ending()).isEqualTo("it has ended with code 7");
            program.end();
        }
    }

    @Test
    void oneThatGoesOnWithoutOutputDoesNotAnswer() throws IOException {
        var program = start("exec >&-; exec sleep 600");
        program.process().getInputStream().readAllBytes();
        assertThat(program.ending()).isEqualTo("it does not answer");
        program.process().destroyForcibly();
        program.end();
    }

    private static Program start(String script) {
        return Program.start(
                new Program.Spec(
                        Problem.AGENT_FAILED, "sh", List.of("-c", script), Map.of(), null));
    }
}

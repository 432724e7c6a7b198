package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HelpTest {
    @TempDir Path home = Path.of("");

    @Test
    void helpShowsAFirstConversation() {
        var shell = new TestShell(home);

        assertThat(shell.run("--help")).isZero();
        assertThat(shell.out()).contains("./parley serve", "./parley send", "./parley tail");
        assertThat(shell.err()).isEmpty();
    }

    @Test
    void theVersionNamesTheProgram() {
        var shell = new TestShell(home);

        assertThat(shell.run("--version")).isZero();
        assertThat(shell.out()).startsWith("parley ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"send", "tail", "token", "backup", "check", "usage"})
    void everyCommandExplainsItself(String command) {
        var shell = new TestShell(home);

        assertThat(shell.run(command, "--help")).isZero();
        assertThat(shell.out()).startsWith("Usage: parley " + command);
        assertThat(shell.out().lines()).allMatch(line -> line.length() <= 90);
    }

    @Test
    void whatIsNotACommandIsOneSentenceAndExitCodeTwo() {
        var shell = new TestShell(home);

        assertThat(shell.run("sned", "x")).isEqualTo(2);
        assertThat(shell.run("token", "make")).isEqualTo(2);
        assertThat(shell.run("--loud")).isEqualTo(2);
        assertThat(shell.err())
                .isEqualTo(
                        """
                        parley: there is no command sned; see parley --help
                        parley: there is no command make; see parley token --help
                        parley: Unknown option: '--loud'; see parley --help
                        """);
    }
}

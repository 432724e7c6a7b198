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
        assertThat(shell.out()).contains("./parley serve", "./parley send --to", "./parley tail");
        assertThat(shell.out()).contains("./parley example", "./parley bench", "./parley selftest");
        assertThat(shell.err()).isEmpty();
    }

    @Test
    void theVersionNamesTheProgram() {
        var shell = new TestShell(home);

        assertThat(shell.run("--version")).isZero();
        assertThat(shell.out()).startsWith("parley ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "send", "tail", "runs", "steer", "pause", "resume", "cancel", "agents", "task",
                "tasks", "tools", "worker", "inbox", "answer", "token", "backup", "check", "usage",
                "audit", "console", "connect", "doctor", "mcp", "serve", "sessions", "session"
            })
    void everyCommandExplainsItself(String command) {
        var shell = new TestShell(home);

        assertThat(shell.run(command, "--help")).isZero();
        assertThat(shell.out()).startsWith("Usage: parley " + command);
        assertThat(shell.out().lines()).allMatch(line -> line.length() <= 80);
        var examples = shell.out().split("Examples?[^\n]*:\n", 2);
        if (examples.length == 2) {
            assertThat(examples[1].lines()).allMatch(line -> line.startsWith("  "));
        }
    }

    @Test
    void theFirstConversationFitsIntoATerminal() {
        var shell = new TestShell(home);

        assertThat(shell.run("--help")).isZero();
        assertThat(shell.out())
                .contains("in another terminal: what they ask\n", "what waits for your answer\n");
        assertThat(shell.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void aDemoIsKeptAwayFromWhatIsSomebodysOwn() {
        var shell = new TestShell(home);

        assertThat(shell.run("serve", "--demo", "--data=~/.parley")).isEqualTo(1);
        assertThat(shell.run("serve", "--demo", "--store=postgresql://db/parley")).isEqualTo(1);
        assertThat(shell.err()).contains("~/.parley is for a hub of your own", "leave --store");
        assertThat(home).isEmptyDirectory();
    }

    @Test
    void helpIsACommandToo() {
        var asked = new TestShell(home);
        var flagged = new TestShell(home);

        assertThat(asked.run("help")).isZero();
        assertThat(asked.run("help", "token", "create")).isZero();
        assertThat(flagged.run("--help")).isZero();
        assertThat(flagged.run("token", "create", "--help")).isZero();
        assertThat(asked.out()).isEqualTo(flagged.out());
        assertThat(asked.run("help", "sned")).isEqualTo(2);
        assertThat(asked.err())
                .isEqualTo(
                        "parley: there is no command sned (did you mean send?); see parley --help\n");
    }

    @Test
    void whoeverMayOnlyLookNeedsNoName() {
        var shell = new TestShell(home);

        assertThat(shell.run("token", "create", "--help")).isZero();
        assertThat(shell.out().replaceAll("\\s+", " "))
                .contains("observer may only look and needs neither --agent nor --person")
                .contains("./parley token create --role observer");
    }

    @Test
    void whatIsNotUnderstoodIsOneSentenceAndExitCodeTwo() {
        var shell = new TestShell(home);

        assertThat(shell.run("sned", "x")).isEqualTo(2);
        assertThat(shell.run("token", "make")).isEqualTo(2);
        assertThat(shell.run("--loud")).isEqualTo(2);
        assertThat(shell.run("tail", "--jsno=1")).isEqualTo(2);
        assertThat(shell.run("tail", "run_1", "run_2")).isEqualTo(2);
        assertThat(shell.run("tail", "--after", "x")).isEqualTo(2);
        assertThat(shell.run("tail", "--last=")).isEqualTo(2);
        assertThat(shell.run("tail", "--last")).isEqualTo(2);
        assertThat(shell.run("token", "create", "--expires-in-days", "1.5")).isEqualTo(2);
        assertThat(shell.err())
                .isEqualTo(
                        """
                        parley: there is no command sned (did you mean send?); see parley --help
                        parley: there is no command make; see parley token --help
                        parley: there is no option --loud; see parley --help
                        parley: there is no option --jsno (did you mean --json?); see parley tail --help
                        parley: run_2 is one word too many; see parley tail --help
                        parley: --after needs a whole number, was x; see parley tail --help
                        parley: --last needs a whole number, was nothing; see parley tail --help
                        parley: --last needs a value, N; see parley tail --help
                        parley: --expires-in-days needs a whole number, was 1.5; see parley token \
                        create --help
                        """);
    }
}

package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Command;
import dev.parley.e2e.hub.Running;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./parley serve --demo} as somebody sees it who has never had a hub. */
@Timeout(240)
final class DemoIT {
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir Path home;

    @Test
    void aNewcomerJoinsInWithTheCommandsThatAreShownAndNothingIsLeft() {
        try (var demo = Running.parleyOf(home, "serve", "--demo", "--demo-pace", "0")) {
            var choice = shown(demo, "--choice=slower");
            assertThat(demo.out()).containsPattern("export PARLEY_DATA=\\S+demo");
            assertThat(Command.parleyOf(home, "inbox").out()).contains(choice);
            type(choice);
            type(shown(demo, "--approve"));

            assertThat(demo.await(SOON, () -> demo.out().contains("final_response")))
                    .as(demo.out() + demo.err())
                    .isTrue();
            assertThat(demo.out())
                    .contains(
                            "a slower light lasts 12.8 days; 10 boards of revision B are ordered");
            demo.terminate();
            demo.awaitEnd(SOON);
            assertThat(home).isEmptyDirectory();
        }
    }

    /** The command that ends like this, once the demo shows it. */
    private static String shown(Running demo, String end) {
        var command = Pattern.compile("\\./parley (answer \\S+ " + end + ")");
        assertThat(demo.await(SOON, () -> command.matcher(demo.out()).find()))
                .as(demo.out() + demo.err())
                .isTrue();
        var found = command.matcher(demo.out());
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private void type(String command) {
        var said = Command.parleyOf(home, command.split(" ", -1));
        assertThat(said.status()).as(said.err()).isZero();
    }
}

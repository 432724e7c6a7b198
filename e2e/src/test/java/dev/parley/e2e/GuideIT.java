package dev.parley.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.hub.Hub;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guides, done step by step: every command must answer as the page says. */
final class GuideIT {
    private static final Pattern STEP =
            Pattern.compile("```sh\\n(.*?)```(?:\\n```\\n(.*?)```)?", Pattern.DOTALL);
    private static final String MARK = "==== next step ====\n";

    @TempDir Path folder;

    /**
     * Commands, and what they answer; {@code …} stands for anything, on a line of its own for any
     * lines.
     */
    private record Step(String commands, String answers) {
        boolean startsTheHub() {
            return commands.startsWith("./parley serve");
        }

        String pattern() {
            return Arrays.stream(answers.split("…", -1))
                    .map(Pattern::quote)
                    .collect(Collectors.joining("(?s:.*?)"));
        }
    }

    @Test
    void twoAgentsAndAPersonInTenMinutes() throws IOException {
        var steps = steps("docs/guides/two-agents-and-a-person.md");
        var shell = new Shell(folder);
        try (var hub = Hub.on(shell.data()).start()) {
            var script =
                    steps.stream()
                            .map(
                                    step ->
                                            "printf '"
                                                    + MARK.replace("\n", "\\n")
                                                    + "'\n"
                                                    + step.commands)
                            .collect(Collectors.joining());
            var said = shell.run(hub, script);

            assertThat(said.status()).as(said.out() + said.err()).isZero();
            var answers = said.out().split(MARK, -1);
            for (int i = 0; i < steps.size(); i++) {
                var step = steps.get(i);
                assertThat(answers[i + 1]).as(step.commands).matches(step.pattern());
            }
        }
    }

    private static List<Step> steps(String page) throws IOException {
        var steps = new ArrayList<Step>();
        var found = STEP.matcher(Shell.page(page));
        while (found.find()) {
            var answers = found.group(2);
            var step = new Step(found.group(1), answers == null ? "" : answers);
            if (!step.startsTheHub()) {
                steps.add(step);
            }
        }
        assertThat(steps).isNotEmpty();
        return steps;
    }
}

package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.AgentState;
import dev.parley.protocol.Wire;
import dev.parley.run.conduct.AgentStates;
import dev.parley.run.conduct.Trigger;
import dev.parley.store.table.QuestionState;
import dev.parley.store.table.RunStates;
import dev.parley.store.table.TaskStates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Keeps docs/states.md as the tables say. To print it anew: {@code mvn -pl server -am test
 * -Dtest=StatesDocTest -Dparley.docs.rewrite=true}.
 */
class StatesDocTest {
    private static final Path PAGE = Path.of("..", "docs", "states.md");

    private static final String AGENT =
            """
            # States

            Printed from the tables in the code. What is not drawn is refused by name in `managed` and `tree` runs, and
            changes nothing in `open` ones. What leaves a state as it is is not drawn.

            ## An agent in a run

            """;

    private static final String RUN =
            """

            A waiting agent that gets one of several things it waits for goes on waiting for the rest. 001's five words
            are `idle`, `processing` (analyzing, executing), `waiting` (the three), `completed` and `error`.

            ## A run

            """;

    private static final String END =
            """

            A run waits while it is paused, or while a blocker or a question is open. While it is paused, drafts of agents are
            refused with `run-paused`; pulling, acking and people go on, and the clocks for acks and replies stand still.

            ## A question

            """;

    private static final String QUESTION =
            """

            A question is closed once; a second answer is refused with `question-closed`.

            ## A task

            """;

    private static final String TASK =
            """

            Whoever holds a task shows the fence of its lease with everything it does; another one is refused with
            `stale-lease`. A task that is over stays so: `task-ended`. Its run is over with it, and the other way round.
            """;

    @Test
    void thePrintedDiagramsAreTheTablesInTheCode() throws IOException {
        var page = AGENT + agents() + RUN + runs() + END + questions() + QUESTION + tasks() + TASK;
        if (Boolean.getBoolean("parley.docs.rewrite")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE)
                .as("docs/states.md; this class says how to print it anew")
                .hasContent(page);
    }

    private static String agents() {
        return diagram(
                Arrays.stream(Trigger.values())
                        .map(trigger -> edges(AgentStates.of(trigger), trigger.words()))
                        .collect(Collectors.joining()));
    }

    private static String runs() {
        return diagram(
                Arrays.stream(RunStates.Trigger.values())
                        .map(
                                trigger ->
                                        edges(
                                                RunStates.of(trigger),
                                                Wire.name(trigger).replace('_', ' ')))
                        .collect(Collectors.joining()));
    }

    private static String questions() {
        return diagram(
                Arrays.stream(QuestionState.values())
                        .flatMap(
                                from ->
                                        from.next().stream()
                                                .map(
                                                        to ->
                                                                "    %s --> %s\n"
                                                                        .formatted(
                                                                                Wire.name(from),
                                                                                Wire.name(to))))
                        .collect(Collectors.joining()));
    }

    private static String tasks() {
        return diagram(
                Arrays.stream(TaskStates.Trigger.values())
                        .map(
                                trigger ->
                                        edges(
                                                TaskStates.of(trigger),
                                                Wire.name(trigger).replace('_', ' ')))
                        .collect(Collectors.joining()));
    }

    private static String diagram(String edges) {
        return "```mermaid\nstateDiagram-v2\n" + edges + "```\n";
    }

    private static <S extends Enum<S>> String edges(Map<S, S> row, String words) {
        return row.entrySet().stream()
                .filter(edge -> edge.getKey() != edge.getValue())
                .map(
                        edge ->
                                "    %s --> %s : %s\n"
                                        .formatted(
                                                Wire.name(edge.getKey()),
                                                Wire.name(edge.getValue()),
                                                words))
                .collect(Collectors.joining());
    }

    @Test
    void everyStateCanBeReached() {
        var reached =
                Arrays.stream(Trigger.values())
                        .flatMap(trigger -> AgentStates.of(trigger).values().stream())
                        .collect(Collectors.toSet());
        assertThat(reached).containsExactlyInAnyOrder(AgentState.values());
    }
}

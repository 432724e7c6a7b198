package dev.parley.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.openapi.Provocations.Case;
import dev.parley.protocol.Problem;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every problem that the document gives an operation of its own is one that can be had. */
class ProblemsTest {
    /** So many agents would have to join between two tries that nobody can make them. */
    private static final Set<Case> RARE =
            Set.of(new Case("POST /api/runs/{run}/messages", Problem.CONFLICT));

    private static Stage stage;
    private static final Provocations PROVOCATIONS = new Provocations();

    @BeforeAll
    static void prepare() {
        stage = new Stage();
        MessageProblems.add(
                PROVOCATIONS,
                stage,
                "POST /api/runs/{run}/messages",
                (sender, run, message) -> sender.post("/api/runs/" + run + "/messages", message));
        MessageProblems.add(
                PROVOCATIONS,
                stage,
                "POST /api/messages",
                (sender, run, message) -> sender.post("/api/messages?run=" + run, message));
        MessageProblems.add(
                PROVOCATIONS,
                stage,
                "POST /api/dead-letters/{letter}/requeue",
                (sender, run, message) ->
                        sender.post(
                                "/api/dead-letters/" + stage.letter(sender, run) + "/requeue",
                                "{\"body\":" + message + "}"));
        OtherProblems.add(PROVOCATIONS, stage);
        TaskProblems.add(PROVOCATIONS, stage);
        ToolProblems.add(PROVOCATIONS, stage);
        SessionProblems.add(PROVOCATIONS, stage);
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    /** What the document says, without what CommonProblemsTest provokes everywhere. */
    static Stream<Case> documented() {
        return Document.served().operations().stream()
                .flatMap(
                        operation ->
                                Arrays.stream(Problem.values())
                                        .filter(one -> operation.codes().contains(one.slug()))
                                        .filter(one -> !CommonProblems.has(operation, one))
                                        .map(one -> new Case(operation.toString(), one)))
                .filter(one -> !RARE.contains(one));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("documented")
    void eachIsProvoked(Case one) {
        PROVOCATIONS.provoke(one).expect(one.problem());
    }

    @Test
    void nothingIsProvokedThatIsNotDocumented() {
        assertThat(PROVOCATIONS.cases())
                .as("what openapi.yaml must name among the codes of these operations")
                .containsExactlyInAnyOrderElementsOf(documented().toList());
    }
}

package dev.parley.openapi;

import static dev.parley.protocol.Problem.BAD_JSON;
import static dev.parley.protocol.Problem.BODY_SIZE;
import static dev.parley.protocol.Problem.JSON_DEPTH;
import static dev.parley.protocol.Problem.MEDIA_TYPE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Reply;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.ProblemJson;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What many operations can answer is provoked at each that says so, in the same few ways. */
class CommonProblemsTest {
    private static Stage stage;
    private static Asking asking;

    @BeforeAll
    static void prepare() {
        stage = new Stage();
        asking = new Asking(stage);
        asking.prepare();
    }

    @AfterAll
    static void stop() {
        stage.close();
    }

    static List<Operation> operations() {
        return Document.served().operations();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void badRequestsAreRefusedAsDocumented(Operation operation) throws IOException {
        var documented = operation.codes();
        for (var problem : CommonProblems.OF_REQUESTS) {
            if (documented.contains(problem.slug()) && CommonProblems.has(operation, problem)) {
                assertThat(provoke(operation, problem))
                        .as("%s says it may answer %s", operation, problem.slug())
                        .isTrue();
            }
        }
    }

    private static boolean provoke(Operation operation, Problem problem) throws IOException {
        return switch (problem) {
            case BAD_REQUEST -> asking.raw(operation, "HTTP/1.0", "X: y").contains("bad-request");
            case HOST_REFUSED ->
                    asking.raw(operation, "HTTP/1.1", "Host: evil.example")
                            .contains("host-refused");
            case ORIGIN_REFUSED ->
                    is(problem, asking.with(operation, "Origin", "http://evil.example"));
            case UNAUTHENTICATED ->
                    operation.needsToken()
                            ? is(problem, asking.as(stage.parley.stranger(), operation))
                            : asking.raw(operation, "HTTP/1.1", asking.upgrade())
                                    .contains("unauthenticated");
            case FORBIDDEN -> any(problem, asking.byWhoMayNot(operation));
            case BAD_VALUE -> any(problem, asking.badValues(operation));
            case CONFLICTING_FIELDS -> is(problem, asking.conflicting(operation));
            case CURSOR_AHEAD -> any(problem, asking.ahead(operation));
            case UNKNOWN_RUN -> is(problem, asking.ofNoRun(operation));
            default -> throw new AssertionError(problem);
        };
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void badBodiesAreRefusedAsDocumented(Operation operation) {
        var documented = operation.codes();
        // What is sent to /mcp is answered in its own words, as ModernTest and LegacyTest show.
        if (operation.body().isEmpty() || operation.toString().equals("POST /mcp")) {
            return;
        }
        assertThat(documented)
                .contains(
                        CommonProblems.OF_BODIES.stream()
                                .map(Problem::slug)
                                .toArray(String[]::new));
        asking.sending(operation, "{").expect(BAD_JSON);
        asking.sending(operation, "{\"a\":" + "[".repeat(100) + "]".repeat(100) + "}")
                .expect(JSON_DEPTH);
        asking.sending(operation, "{\"a\":\"" + "x".repeat(Stage.BODY_SIZE) + "\"}")
                .expect(BODY_SIZE);
        asking.with(operation, "Content-Type", "text/plain").expect(MEDIA_TYPE);
    }

    @Test
    void whateverBefallsTheHubIsToldAsDocumented() {
        for (var problem : CommonProblems.TROUBLE) {
            var told = ProblemJson.write(new ParleyException(problem, "this happened"));
            assertThat(
                            Document.served()
                                    .faults(
                                            "/components/responses/StreamCommon/content/"
                                                    + "application~1problem+json/schema",
                                            told))
                    .isEmpty();
        }
    }

    private static boolean is(Problem problem, Reply reply) {
        reply.expect(problem);
        return true;
    }

    private static boolean any(Problem problem, List<Supplier<Reply>> tries) {
        return tries.stream()
                .map(Supplier::get)
                .filter(reply -> reply.status() == problem.status())
                .anyMatch(reply -> reply.text("code").equals(problem.slug()));
    }
}

package dev.parley.http;

import static dev.parley.http.TestHttp.code;
import static dev.parley.http.TestHttp.header;
import static dev.parley.http.TestHttp.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProblemAnswersTest {
    private static Handler throwing(ParleyException exception) {
        return call -> {
            throw exception;
        };
    }

    @Test
    void aProblemIsToldAsItsRowInTheCatalogue() throws Exception {
        var exception = new ParleyException(Problem.UNKNOWN_RUN, "there is no run r9");
        try (var http = TestHttp.at("/x", throwing(exception))) {
            var answer = http.get("/x");
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(code(answer)).isEqualTo("unknown-run");
            assertThat(json(answer).path("detail").asText()).isEqualTo("there is no run r9");
            assertThat(header(answer, "Cache-Control")).isEqualTo("no-store");
        }
    }

    @Test
    void whatMayBeTriedAgainSaysWhen() throws Exception {
        for (var problem : new Problem[] {Problem.STORE_BUSY, Problem.STORE_FULL}) {
            try (var http = TestHttp.at("/x", throwing(new ParleyException(problem, "later")))) {
                assertThat(header(http.get("/x"), "Retry-After")).isEqualTo("1");
            }
        }
        var limited =
                new ParleyException(Problem.RATE_LIMITED, "slow down", Map.of("retry_after", 17));
        try (var http = TestHttp.at("/x", throwing(limited))) {
            var answer = http.get("/x");
            assertThat(answer.statusCode()).isEqualTo(429);
            assertThat(header(answer, "Retry-After")).isEqualTo("17");
        }
    }

    @Test
    void anythingElseIsAnIncidentWhoseCauseOnlyTheLogKnows() throws Exception {
        Handler broken =
                call -> {
                    throw new IllegalStateException("secret path /etc/parley");
                };
        try (var log = Log.capture();
                var http = TestHttp.at("/x", broken)) {
            var answer = http.get("/x");
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(code(answer)).isEqualTo("internal");
            assertThat(answer.body())
                    .doesNotContain("secret")
                    .doesNotContain("Exception")
                    .doesNotContain("dev.parley");
            var incident = json(answer).path("incident").asText();
            assertThat(incident).startsWith("inc_");
            assertThat(log.text())
                    .contains("incident=" + incident)
                    .contains("IllegalStateException: secret path");
        }
    }

    @Test
    void anErrorOfTheMachineIsAnIncidentToo() throws Exception {
        Handler broken =
                call -> {
                    throw new StackOverflowError();
                };
        try (var log = Log.capture();
                var http = TestHttp.at("/x", broken)) {
            assertThat(code(http.get("/x"))).isEqualTo("internal");
            assertThat(log.text()).contains("StackOverflowError");
        }
    }
}

package dev.parley.client;

import static dev.parley.client.ProblemsTest.problemOf;
import static dev.parley.client.ScriptedPeer.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import org.junit.jupiter.api.Test;

class StrangerTest {
    private static final RunId RUN = new RunId("run_1");

    @Test
    void whatSomethingElseSaysIsToldFromWhatAHubSays() {
        try (var peer =
                        new ScriptedPeer(
                                json(404, "<html>default backend</html>"),
                                json(409, "{\"error\":\"no\"}"),
                                json(200, "<html>It works!</html>"),
                                json(404, "{\"code\":\"unknown-run\"}"),
                                json(404, "{\"code\":\"of-a-newer-hub\"}"));
                var client = peer.client()) {
            var page = problemOf(() -> client.runs().get(RUN));
            assertThat(page.problem()).isEqualTo(Problem.NOT_FOUND);
            assertThat(page.detail()).endsWith("(HTTP status 404)");
            assertThat(Stranger.hasAnswered(page)).isTrue();
            assertThat(Stranger.hasAnswered(problemOf(() -> client.runs().get(RUN)))).isTrue();
            assertThat(Stranger.hasAnswered(problemOf(() -> client.runs().get(RUN)))).isTrue();
            assertThat(Stranger.hasAnswered(problemOf(() -> client.runs().get(RUN)))).isFalse();
            assertThat(Stranger.hasAnswered(problemOf(() -> client.runs().get(RUN)))).isFalse();
        }
    }
}

package dev.parley.client;

import static dev.parley.client.ScriptedPeer.drop;
import static dev.parley.client.ScriptedPeer.json;
import static dev.parley.client.ScriptedPeer.silence;
import static dev.parley.client.ScriptedPeer.stall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import java.net.URI;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class ProblemsTest {
    private static final RunId RUN = new RunId("run_1");

    @Test
    void whatTheHubRefusesIsAProblemOfTheCatalogueAndIsNotSentAgain() {
        try (var peer =
                        new ScriptedPeer(
                                json(404, "{\"code\":\"unknown-run\",\"message\":\"no run_1\"}"));
                var client = peer.client()) {
            var problem = problemOf(() -> client.runs().get(RUN));

            assertThat(problem.problem()).isEqualTo(Problem.UNKNOWN_RUN);
            assertThat(problem.detail()).isEqualTo("no run_1");
            assertThat(peer.asked()).hasSize(1);
        }
    }

    @Test
    void anErrorInsideTheHubIsNotSentAgain() {
        try (var peer = new ScriptedPeer(json(500, "{\"code\":\"internal\"}"));
                var client = peer.client()) {
            assertThat(problemOf(() -> client.runs().get(RUN)).problem())
                    .isEqualTo(Problem.INTERNAL);
            assertThat(peer.asked()).hasSize(1);
        }
    }

    @Test
    void aProxyWhoseHubIsAwayIsAskedAgain() {
        try (var peer =
                        new ScriptedPeer(
                                json(502, "<html>Bad Gateway</html>"),
                                json(200, "{\"status\":\"ok\",\"version\":\"1\"}"));
                var client = peer.client()) {
            assertThat(client.hub().health().status()).isEqualTo("ok");
        }
    }

    @Test
    void aHubThatIsAwayIsGivenUpOnWhenPatienceEnds() {
        try (var client =
                ParleyClient.connect(
                        URI.create("http://127.0.0.1:1"),
                        "t",
                        Patience.standard().within(Duration.ofMillis(400)))) {
            var problem = problemOf(() -> client.hub().health());

            assertThat(problem.problem()).isEqualTo(Problem.UNREACHABLE);
            assertThat(problem.detail())
                    .isEqualTo(
                            "the hub at http://127.0.0.1:1 cannot be reached: connection refused");
        }
    }

    @Test
    void aHubThatNeverAnswersIsNotWaitedForForever() {
        try (var peer = new ScriptedPeer(silence());
                var client = peer.hastyClient()) {
            assertThat(problemOf(() -> client.runs().get(RUN)).detail())
                    .endsWith("no answer in time");
        }
    }

    @Test
    void anAnswerThatNeverEndsIsNotWaitedForForever() {
        try (var peer = new ScriptedPeer(stall());
                var client = peer.hastyClient()) {
            assertThat(problemOf(() -> client.runs().get(RUN)).problem())
                    .isEqualTo(Problem.UNREACHABLE);
        }
    }

    @Test
    void whateverElseListensThereIsNotTakenForAHub() {
        try (var peer = new ScriptedPeer(json(200, "<html>It works!</html>"), json(200, "{}"));
                var client = peer.client()) {
            assertThat(problemOf(() -> client.hub().health()).detail())
                    .endsWith("does not answer as a Parley hub does");
            assertThat(problemOf(() -> client.hub().health()).detail())
                    .isEqualTo("the answer has no status; is this a Parley hub?");
        }
    }

    @Test
    void anInterruptedCallEndsAndStaysInterrupted() {
        try (var peer = new ScriptedPeer(drop());
                var client = peer.client()) {
            Thread.currentThread().interrupt();

            assertThat(problemOf(() -> client.hub().health()).detail()).startsWith("interrupted");
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void anAddressOrTokenThatCannotBeOneIsRefusedWithoutShowingTheToken() {
        assertThat(
                        problemOf(() -> ParleyClient.connect(URI.create("localhost:7420"), "t"))
                                .detail())
                .contains("http://host:port");
        assertThat(
                        problemOf(() -> ParleyClient.connect(URI.create("http://h"), "se\ncret"))
                                .detail())
                .doesNotContain("cret");
    }

    static ParleyException problemOf(ThrowingCallable call) {
        var problem = catchThrowableOfType(ParleyException.class, call);
        assertThat(problem).isNotNull();
        return problem;
    }
}

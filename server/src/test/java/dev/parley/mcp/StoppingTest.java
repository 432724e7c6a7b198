package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.codec.Json;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request gets a response, whatever ends the stream that it was to come on. */
@Timeout(60)
final class StoppingTest {
    private static TestParley hub() {
        return TestParley.with("mcp.conformance", "true")
                .with("streams.pulse-seconds", "1")
                .start();
    }

    static List<Function<Caller, Mcp>> eras() {
        return List.of(Mcp::modern, Mcp::legacy);
    }

    @ParameterizedTest
    @MethodSource("eras")
    void aHubThatStopsSaysSoToWhoeverWaitsForAnAnswer(Function<Caller, Mcp> era) {
        try (var parley = hub();
                var events =
                        era.apply(parley.agent("alice")).callForEvents("test_until_cancelled")) {
            parley.stop();

            var answer = events.next().orElseThrow();
            assertThat(answer.path("id").asInt()).isEqualTo(7);
            assertThat(answer.at("/error/data/code").asText()).isEqualTo("shutting-down");
            assertThat(answer.at("/error/data/recoverable").asBoolean()).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("eras")
    void aWaitThatTheHubEndsIsAnsweredWithWhatThereIs(Function<Caller, Mcp> era) {
        var claim = Json.object().put("name", "claim_task");
        claim.putObject("arguments").put("wait_seconds", 55);
        try (var parley = hub();
                var events = era.apply(parley.agent("alice")).events("tools/call", claim)) {
            parley.stop();

            assertThat(events.result().path("isError").asBoolean()).isFalse();
        }
    }

    @Test
    void whoseTokenIsRevokedMeanwhileIsToldSo() {
        try (var parley = hub()) {
            var alice = parley.agent("alice");
            var id = alice.get("/api/tokens/self").expect(200).text("token_id");
            try (var events = Mcp.modern(alice).callForEvents("test_until_cancelled")) {
                parley.owner().delete("/api/tokens/" + id).expect(204);

                assertThat(events.next().orElseThrow().at("/error/data/code").asText())
                        .isEqualTo("unauthenticated");
                assertThat(events.next()).isEmpty();
            }
        }
    }
}

package dev.parley.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Whoever loses a token is shown out, also of what they wait for. */
class RevocationTest {
    @Test
    void aWaitEndsWhenItsTokenIsRevoked() {
        try (var parley = TestParley.start()) {
            var made = parley.owner().post("/api/tokens", "{\"agent\":\"bob\"}").expect(201);
            var bob = parley.bearer(made.text("token"));
            var run = bob.run("{}");
            var waiting =
                    CompletableFuture.supplyAsync(
                            () ->
                                    bob.post(
                                            "/api/runs/" + run + "/pull",
                                            "{\"agent_id\":\"bob\",\"after\":0,\"wait\":50}"));
            parley.awaitWaiter(run);

            parley.owner().delete("/api/tokens/" + made.text("token_id")).expect(204);

            assertThat(waiting.join().expect(Problem.UNAUTHENTICATED).text("detail"))
                    .contains("revoked");
        }
    }
}

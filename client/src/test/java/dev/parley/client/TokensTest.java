package dev.parley.client;

import static dev.parley.client.ScriptedPeer.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import org.junit.jupiter.api.Test;

class TokensTest {
    @Test
    void aTokenIsIssuedListedAndRevoked() {
        try (var peer =
                        new ScriptedPeer(
                                json(
                                        201,
                                        """
                                        {"token_id":"tok_1","token":"pa_x","agent":"w",
                                         "role":"worker","space":"lab"}"""),
                                json(
                                        200,
                                        """
                                        {"items":[{"token_id":"tok_1","person":"ann",
                                         "role":"person","expires_at":1700000000}]}"""),
                                exchange -> {
                                    exchange.sendResponseHeaders(204, -1);
                                    exchange.close();
                                });
                var client = peer.client()) {
            var issued =
                    client.tokens()
                            .create(
                                    NewToken.forAgent(new AgentName("w"), "worker")
                                            .in(new Space("lab"))
                                            .expiringInDays(30));
            var listed = client.tokens().list();
            client.tokens().revoke("tok_1");

            assertThat(issued.secret()).isEqualTo("pa_x");
            assertThat(issued.toString() + issued.view()).doesNotContain("pa_x");
            assertThat(issued.view().space()).isEqualTo("lab");
            assertThat(listed.getFirst().name()).isEqualTo("ann");
            assertThat(peer.asked().getFirst().body())
                    .isEqualTo(
                            """
                            {"role":"worker","agent":"w","space":"lab","expires_in_days":30}""");
            assertThat(peer.asked().getLast().method() + " " + peer.asked().getLast().target())
                    .isEqualTo("DELETE /api/tokens/tok_1");
        }
    }
}

package dev.parley.client;

import static dev.parley.client.ScriptedPeer.drop;
import static dev.parley.client.ScriptedPeer.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import org.junit.jupiter.api.Test;

class TokensTest {
    private static final ScriptedPeer.Reply NO_CONTENT =
            exchange -> {
                exchange.sendResponseHeaders(204, -1);
                exchange.close();
            };

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
                                NO_CONTENT);
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

    @Test
    void aTokenWhoseSecretWasLostOnTheWayIsRevokedAndAnotherMade() {
        try (var peer =
                        new ScriptedPeer(
                                drop(),
                                json(
                                        200,
                                        """
                                        {"token_id":"tok_1","role":"worker","duplicate":true}"""),
                                NO_CONTENT,
                                json(
                                        201,
                                        """
                                        {"token_id":"tok_2","token":"pa_y","role":"worker"}"""));
                var client = peer.client()) {
            var issued =
                    client.tokens()
                            .create(
                                    NewToken.forAgent(new AgentName("w"), "worker")
                                            .in(new Space("lab")));

            assertThat(issued.secret()).isEqualTo("pa_y");
            assertThat(peer.asked())
                    .extracting(asked -> asked.method() + " " + asked.target())
                    .containsExactly(
                            "POST /api/tokens",
                            "POST /api/tokens",
                            "DELETE /api/tokens/tok_1?space=lab",
                            "POST /api/tokens");
            assertThat(peer.asked().getLast().key()).isNotEqualTo(peer.asked().getFirst().key());
        }
    }
}

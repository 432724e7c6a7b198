package dev.parley.client;

import static dev.parley.client.ScriptedPeer.drop;
import static dev.parley.client.ScriptedPeer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.client.ScriptedPeer.Asked;
import dev.parley.protocol.Address;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.codec.Json;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class SendTest {
    private static final RunId RUN = new RunId("run_1");
    private static final Draft HELLO =
            Draft.to(new Address("Agent B"), "message").summary("grüß dich").build();

    @Test
    void aMessageSentAgainAfterADroppedConnectionKeepsItsId() {
        try (var peer =
                        new ScriptedPeer(
                                drop(),
                                drop(),
                                json(
                                        200,
                                        """
                                        {"message_id":"msg_1","seq":7,"duplicate":true}"""));
                var client = peer.client()) {
            var sent = client.messages().send(RUN, HELLO);

            assertThat(sent)
                    .isEqualTo(
                            new Sent(
                                    new MessageId("msg_1"),
                                    7,
                                    true,
                                    OptionalLong.empty(),
                                    Optional.empty()));
            assertThat(peer.asked()).hasSize(3);
            assertThat(peer.asked().stream().map(SendTest::messageId).distinct())
                    .singleElement()
                    .asString()
                    .startsWith("msg_");
        }
    }

    @Test
    void whatTheHubNotesAboutAMessageIsHandedOn() {
        try (var peer =
                        new ScriptedPeer(
                                json(
                                        201,
                                        """
                                        {"message_id":"m","seq":1,"recipients":0,"note":"nobody"}"""));
                var client = peer.client()) {
            var sent = client.messages().send(RUN, HELLO);

            assertThat(sent.recipients()).hasValue(0);
            assertThat(sent.note()).contains("nobody");
        }
    }

    @Test
    void aMessageKeepsTheIdThatItsSenderChose() {
        try (var peer = new ScriptedPeer(json(201, "{\"message_id\":\"mine\",\"seq\":1}"));
                var client = peer.client()) {
            var draft =
                    Draft.to(Address.BROADCAST, "message").messageId(new MessageId("mine")).build();

            assertThat(client.messages().send(RUN, draft).duplicate()).isFalse();
            assertThat(messageId(peer.asked().getFirst())).isEqualTo("mine");
        }
    }

    @Test
    void namesInAnyScriptAndWithSpacesArriveAsTheyAre() {
        try (var peer = new ScriptedPeer(json(201, "{\"message_id\":\"m\",\"seq\":1}"));
                var client = peer.client()) {
            client.messages().send(new RunId("a+b:c@d~e=f"), HELLO);

            var asked = peer.asked().getFirst();
            assertThat(asked.target()).isEqualTo("/api/runs/a%2Bb%3Ac%40d%7Ee%3Df/messages");
            assertThat(asked.body()).contains("\"Agent B\"", "grüß dich");
            assertThat(asked.authorization()).isEqualTo("Bearer pa_secret");
        }
    }

    @Test
    void aFullDiskIsWaitedForAsTheHubAsks() {
        try (var peer =
                        new ScriptedPeer(
                                json(507, "{\"code\":\"store-full\"}", "Retry-After", "1"),
                                json(201, "{\"message_id\":\"m\",\"seq\":1}"));
                var client = peer.client()) {
            long began = System.nanoTime();
            client.messages().send(RUN, HELLO);

            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void aHubThatAsksForMorePatienceThanThereIsEndsTheCallAtOnce() {
        try (var peer =
                        new ScriptedPeer(
                                json(
                                        429,
                                        """
                                        {"code":"rate-limited","message":"60 a minute"}""",
                                        "Retry-After",
                                        "40"));
                var client = peer.client()) {
            assertThatThrownBy(() -> client.messages().send(RUN, HELLO))
                    .isInstanceOfSatisfying(
                            ParleyException.class,
                            e -> assertThat(e.problem()).isEqualTo(Problem.RATE_LIMITED));
            assertThat(peer.asked()).hasSize(1);
        }
    }

    private static String messageId(Asked asked) {
        return Json.parseObject(asked.body().getBytes(StandardCharsets.UTF_8))
                .path("message_id")
                .asText();
    }
}

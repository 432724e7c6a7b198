package dev.parley.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever text JSON can hold comes back as it was sent, on every database. */
class OddTextTest {
    /** NUL, half surrogates, the last code point, right-to-left marks, a byte order mark. */
    private static final String ODD =
            "\"\\u0000 \\ud83d \\ude00 \\ud83d\\ude00 \\udbff\\udfff \\u202e \\ufeff \\u007f \\\"\\\\\"";

    @ParameterizedTest
    @EnumSource
    void oddTextInAMessageComesBackAsItWasSent(TestDatabase database) {
        try (var parley = TestParley.on(database).start()) {
            var alice = parley.agent("alice");
            var run = alice.run("{}");
            var body =
                    """
                    {"to":"bob","message_id":"m1","summary":ODD,"payload":{"text":ODD,"list":[ODD]},
                     "parts":[{"type":"text","content":ODD},{"type":ODD,"content":ODD}]}
                    """
                            .replace("ODD", ODD);
            alice.say(run, body);
            var message = alice.get("/api/runs/" + run + "/messages/m1").expect(200).json();
            var odd = Json.parse(ODD).textValue();
            assertThat(message.get("summary").textValue()).isEqualTo(odd);
            assertThat(message.at("/payload/text").textValue()).isEqualTo(odd);
            assertThat(message.at("/payload/list/0").textValue()).isEqualTo(odd);
            assertThat(message.at("/parts/1/type").textValue()).isEqualTo(odd);
            alice.post("/api/runs/" + run + "/messages", body).expect(200);
            assertThat(parley.agent("bob").post("/api/runs/" + run + "/pull", "{}").text())
                    .contains("\\u0000");
            assertThat(parley.owner().get("/api/check").text()).contains("\"ok\":true");
        }
    }

    @ParameterizedTest
    @EnumSource
    void oddTextInAKeyComesBackOrIsRefused(TestDatabase database) {
        try (var parley = TestParley.on(database).start()) {
            var alice = parley.agent("alice");
            var run = alice.run("{}");
            alice.say(run, "{\"to\":\"bob\",\"message_id\":\"m1\",\"payload\":{\"\\u0000\":1}}");
            var message = alice.get("/api/runs/" + run + "/messages/m1").json();
            assertThat(message.get("payload").get("\u0000").asInt()).isEqualTo(1);
            alice.post(
                            "/api/runs/" + run + "/messages",
                            "{\"to\":\"bob\",\"payload\":{\"\\ud83d\":1}}")
                    .expect(Problem.BAD_JSON);
        }
    }

    @ParameterizedTest
    @EnumSource
    void numbersKeepTheirDigits(TestDatabase database) {
        try (var parley = TestParley.on(database).start()) {
            var alice = parley.agent("alice");
            var run = alice.run("{}");
            var numbers = "[1.50,1e400,-0,0.1,123456789012345678901234567890,1E-999999999]";
            alice.say(
                    run,
                    "{\"to\":\"bob\",\"message_id\":\"m1\",\"payload\":{\"n\":" + numbers + "}}");
            assertThat(alice.get("/api/runs/" + run + "/messages/m1").text()).contains(numbers);
        }
    }
}

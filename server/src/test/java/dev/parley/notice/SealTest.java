package dev.parley.notice;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Webhooks are signed as Standard Webhooks has it. */
class SealTest {
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.US_ASCII);

    @Test
    void theExampleOfTheStandardIsSignedAsItSays() {
        assertThat(sign(Told.SECRET)).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @Test
    void ofSeveralSecretsEachSigns() {
        var other = "whsec_" + "A".repeat(32);
        assertThat(sign(Told.SECRET + ", " + other))
                .isEqualTo(sign(Told.SECRET) + " " + sign(other));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"secret", "whsec_", "whsec_c2hvcnQ=", "whsec_!", "MfKQ9r8GKYqrTwjUPD8I"})
    void whatIsNoSecretIsNotTakenForOne(String text) {
        assertThat(Seal.read(text)).isEmpty();
    }

    @Test
    void itPrintsNothingThatIsSecret() {
        assertThat(Seal.read(Told.SECRET).orElseThrow()).hasToString("***");
        assertThat(Seal.read("").orElseThrow().isMissing()).isTrue();
    }

    private static String sign(String secrets) {
        return Seal.read(secrets)
                .orElseThrow()
                .sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, BODY);
    }
}

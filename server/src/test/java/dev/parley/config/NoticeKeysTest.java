package dev.parley.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How people and programs outside are told is set up rightly or not at all. */
final class NoticeKeysTest {
    @TempDir Path data = Path.of("");

    @Test
    void aSecretThatIsNoneIsRefusedWithoutRepeatingIt() {
        assertThatThrownBy(() -> resolve(Map.of("notify.secret", "hunter2")))
                .hasMessageStartingWith("notify.secret must be empty, or whsec_")
                .hasMessageContaining("was ***")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void aMailServerNeedsAnAddressToSendFrom() {
        assertThatThrownBy(() -> resolve(Map.of("mail.host", "mail.example.com")))
                .hasMessageStartingWith("mail.from must be set where mail.host is");
        assertThatThrownBy(() -> resolve(Map.of("mail.from", "Parley <p@example.com>")))
                .hasMessageStartingWith("mail.from must be one address");
    }

    @Test
    void whatIsAllowedMustBeHostsOrRanges() {
        assertThatThrownBy(() -> resolve(Map.of("notify.allow", "10.0.0.0/99")))
                .hasMessageStartingWith("notify.allow must be host names, addresses or ranges");
    }

    @Test
    void aPasswordComesFromTheEnvironmentAndIsNotShown() {
        var config =
                Config.resolve(
                        Map.of(
                                "--data",
                                data.toString(),
                                "mail.host",
                                "mail.example.com",
                                "mail.from",
                                "parley@example.com"),
                        Map.of("PARLEY_MAIL_PASSWORD", "hunter2"));
        assertThat(config.notices().mail().password()).isEqualTo("hunter2");
        assertThat(config.settings()).noneMatch(setting -> setting.value().contains("hunter2"));
        assertThat(config.notices().toString()).doesNotContain("hunter2");
    }

    private void resolve(Map<String, String> flags) {
        var all = new HashMap<>(flags);
        all.put("--data", data.toString());
        var _ = Config.resolve(all, Map.of());
    }
}

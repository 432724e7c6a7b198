package dev.parley.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.host.AcpSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcpRowsTest {
    @TempDir Path data = Path.of("");

    private Config resolve(String agent) throws IOException {
        Files.writeString(data.resolve("parley.yaml"), "agents: {coder: " + agent + "}");
        return Config.resolve(Map.of("--data", data.toString()), Map.of("KEY", "s3cret"));
    }

    private AcpSpec acp(String agent) throws IOException {
        return (AcpSpec) resolve(agent).agents().getFirst().means();
    }

    @Test
    void anAgentThatSpeaksAcpNeedsACommandAndNothingElse() throws IOException {
        var plain = acp("{host: acp, command: gemini}");
        assertThat(plain.permissions()).isEqualTo(AcpSpec.Permissions.ASK);
        assertThat(plain.idle()).isEqualTo(Duration.ofMinutes(5));
        var other =
                acp(
                        "{host: acp, command: x, args: [acp], env: {A: \"${KEY}\"},"
                                + " permissions: deny, idle-seconds: 7, max-output: 2 KiB}");
        assertThat(other.args()).isEqualTo(List.of("acp"));
        assertThat(other.env()).containsEntry("A", "s3cret");
        assertThat(other.permissions()).isEqualTo(AcpSpec.Permissions.DENY);
        assertThat(other.idle()).isEqualTo(Duration.ofSeconds(7));
        assertThat(other.maxOutput()).isEqualTo(2048);
        assertThat(other).hasToString("x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{host: acp} | agents.coder.command is missing",
                "{host: acp, command: x, permissions: maybe} | agents.coder.permissions",
                "{host: acp, command: x, resume-args: []} | agents.coder.resume-args is not known",
                "{host: acp, command: x, idle-seconds: 0} | agents.coder.idle-seconds must be",
            })
    void whatIsWrongIsSaidWithItsPlace(String agent, String complaint) {
        assertThatThrownBy(() -> resolve(agent)).hasMessageContaining(complaint);
    }
}

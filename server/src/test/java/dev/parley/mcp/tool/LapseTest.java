package dev.parley.mcp.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LapseTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S, a moment",
        "PT40S, 40 seconds",
        "PT60S, 1 minute",
        "PT3M59S, 3 minutes",
        "PT1H, 1 hour",
        "PT47H, 47 hours",
        "PT48H, 2 days"
    })
    void timeIsSaidInTheWordsThatPeopleUse(Duration time, String words) {
        assertThat(Lapse.words(time)).isEqualTo(words);
    }
}

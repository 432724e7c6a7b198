package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestClock;
import dev.parley.protocol.codec.Json;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What a session remembers of its requests. */
final class ArrivalsTest {
    private final TestClock clock = new TestClock();
    private final Arrivals arrivals = new Arrivals(clock);

    private Instant first(String id) {
        return arrivals.named(Json.parse(id)).since();
    }

    @Test
    void aRequestThatComesAgainCameWhenItFirstDid() {
        var first = first("7");
        clock.advance(Duration.ofMinutes(5));

        assertThat(first("7")).isEqualTo(first);
        assertThat(first("8")).isEqualTo(clock.instant());
    }

    @Test
    void aNumberIsNotTheTextThatLooksLikeIt() {
        first("7");
        clock.advance(Duration.ofSeconds(1));

        assertThat(first("\"7\"")).isEqualTo(clock.instant());
    }

    @Test
    void longIdsAreToldApart() {
        var long1 = "\"" + "x".repeat(100_000) + "1\"";
        var first = first(long1);
        clock.advance(Duration.ofSeconds(1));

        assertThat(first(long1)).isEqualTo(first);
        assertThat(first(long1.replace('1', '2'))).isEqualTo(clock.instant());
    }

    @Test
    void asManyAreRememberedAsThereMayBe() {
        var first = clock.instant();
        for (int number = 0; number < Arrivals.MOST; number++) {
            first("" + number);
        }
        clock.advance(Duration.ofSeconds(1));
        for (int number = 0; number < Arrivals.MOST; number++) {
            assertThat(first("" + number)).isEqualTo(first);
        }

        first("" + Arrivals.MOST);
        assertThat(first("0")).isEqualTo(clock.instant());
    }

    @Test
    void whatIsUnderWayIsRememberedHoweverManyComeMeanwhile() {
        arrivals.begin(Json.parse("-1"));
        var first = first("-1");
        clock.advance(Duration.ofSeconds(50));
        for (int number = 0; number < 2 * Arrivals.MOST; number++) {
            first("" + number);
        }

        assertThat(first("-1")).isEqualTo(first);
        arrivals.end(Json.parse("-1"));
        assertThat(first("-1")).isEqualTo(first);
    }

    @Test
    void whatNeverAskedToBeKnownTakesNoRoom() {
        var first = first("7");
        for (int number = 100; number < 100 + 2 * Arrivals.MOST; number++) {
            arrivals.begin(Json.parse("" + number));
            arrivals.end(Json.parse("" + number));
        }
        clock.advance(Duration.ofSeconds(1));

        assertThat(first("7")).isEqualTo(first);
    }
}

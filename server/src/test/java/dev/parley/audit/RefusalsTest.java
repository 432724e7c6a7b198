package dev.parley.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class RefusalsTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private final Refusals refusals = new Refusals();

    @Test
    void moreKindsThanFitAreCounted() {
        for (int i = 0; i < Refusals.MAX_KINDS + 7; i++) {
            refusals.add(by("agent:a" + i), NOON);
        }
        refusals.add(by("agent:a0"), NOON);

        var taken = refusals.takeAll(NOON);
        assertThat(taken).hasSize(Refusals.MAX_KINDS + 1);
        assertThat(taken.getFirst().count()).isEqualTo(2);
        assertThat(taken.getLast().first().outcome()).isEqualTo("dropped");
        assertThat(taken.getLast().count()).isEqualTo(7);
        assertThat(refusals.takeAll(NOON)).isEmpty();
    }

    @Test
    void aMinuteAlsoEndsWhenTheClockIsSetBack() {
        refusals.add(by("agent:bob"), NOON);

        assertThat(refusals.takeOver(NOON.plusSeconds(59))).isEmpty();
        assertThat(refusals.takeOver(NOON.minusSeconds(3_600))).hasSize(1);
    }

    private static Happening by(String principal) {
        return new Happening("default", principal, "", "GET /", "", "forbidden", "");
    }
}

package dev.parley.notice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.NoticeChannel;
import dev.parley.protocol.NoticeState;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.protocol.TaskState;
import dev.parley.store.table.NoticeRow;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A receiver that is down has about a day to come back. */
class BackoffTest {
    @Test
    void allAttemptsTogetherTakeAboutADay() {
        var pauses =
                IntStream.range(1, Backoff.MAX_ATTEMPTS)
                        .mapToObj(attempts -> Backoff.pause(attempts, "ntc_1"))
                        .toList();
        assertThat(pauses.getFirst()).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(12));
        assertThat(pauses.get(1)).isBetween(Duration.ofSeconds(24), Duration.ofSeconds(36));
        assertThat(pauses.stream().reduce(Duration.ZERO, Duration::plus))
                .isBetween(Duration.ofHours(16), Duration.ofHours(26));
    }

    @Test
    void thoseThatFailedTogetherDoNotComeBackTogether() {
        assertThat(IntStream.range(0, 50).mapToObj(n -> Backoff.pause(3, "ntc_" + n)).distinct())
                .hasSizeGreaterThan(40);
    }

    @Test
    void theLastAttemptThatFailsIsGivenUpOn() {
        var notice = notice();
        for (int attempt = 1; attempt < Backoff.MAX_ATTEMPTS; attempt++) {
            notice = Backoff.after(notice.taken(0), Undelivered.forNow("down"), 0);
            assertThat(notice.state()).isEqualTo(NoticeState.WAITING);
        }
        notice = Backoff.after(notice.taken(0), Undelivered.forNow("down"), 0);
        assertThat(notice.state()).isEqualTo(NoticeState.FAILED);
        assertThat(notice.due()).isNull();
        assertThat(notice.attempts()).isEqualTo(Backoff.MAX_ATTEMPTS);
        assertThat(notice.lastError()).isEqualTo("down");
    }

    private static NoticeRow notice() {
        return new NoticeRow(
                new NoticeRow.Key(Space.DEFAULT, "ntc_1"),
                new RunId("run_1"),
                1,
                TaskState.COMPLETED,
                NoticeChannel.EMAIL,
                "ann@example.com",
                "mail",
                Instant.EPOCH,
                NoticeState.WAITING,
                0,
                0L,
                null);
    }
}

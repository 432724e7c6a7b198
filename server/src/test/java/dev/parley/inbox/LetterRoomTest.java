package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages that were given up on make room for newer ones, like any other dead letter. */
class LetterRoomTest {
    private static final int SENT = 1_250;

    @Test
    void ofOneRecipientInARunTheNewestAreKeptAndTheOthersCounted() {
        try (var parley = TestParley.start()) {
            var alice = parley.agent("alice");
            var run = alice.run("{}");
            IntStream.range(0, SENT)
                    .parallel()
                    .forEach(_ -> alice.say(run, "{\"to\":\"bob\",\"requires_ack\":true}"));
            parley.owner().post("/api/runs/" + run + "/cancel", "{}").expect(200);
            parley.lookAfterAcks();
            var page = alice.get("/api/dead-letters?limit=500").expect(200);
            int kept = page.elements("items").size();
            while (!page.json().path("next").isNull()) {
                var next = page.text("next");
                page = alice.get("/api/dead-letters?limit=500&after=" + next).expect(200);
                kept += page.elements("items").size();
            }
            assertThat(kept).isBetween(1_000, 1_100);
            assertThat(parley.owner().get("/api/dead-letters").number("dropped"))
                    .isEqualTo(SENT - kept);
        }
    }
}

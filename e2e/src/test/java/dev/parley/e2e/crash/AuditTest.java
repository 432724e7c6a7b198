package dev.parley.e2e.crash;

import static dev.parley.e2e.crash.Verdict.Fault.DUPLICATED;
import static dev.parley.e2e.crash.Verdict.Fault.GAP;
import static dev.parley.e2e.crash.Verdict.Fault.INVENTED;
import static dev.parley.e2e.crash.Verdict.Fault.LOST;
import static dev.parley.e2e.crash.Verdict.Fault.MISORDERED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.e2e.crash.Ledger.Note;
import dev.parley.e2e.crash.Verdict.Fault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A log that is right passes the audit; one with a planted fault does not. */
final class AuditTest {
    private static final String RUN = "run_1";

    private final Ledger ledger = new Ledger();
    private final List<Entry> log = new ArrayList<>();

    @BeforeEach
    void aLogAndALedgerThatAgree() {
        ledger.reads("bob", RUN);
        for (int n = 1; n <= 5; n++) {
            log.add(message(n, "m" + n, n == 3 ? "broadcast" : "bob"));
            ledger.acknowledged("alice", new Note(RUN, "m" + n, n));
            ledger.seen("bob", new Note(RUN, "m" + n, n));
        }
        log.add(ack(6, "m2"));
        ledger.acked("bob", new Note(RUN, "m2", 2));
    }

    @Test
    void aLogThatIsRightPasses() {
        assertThat(Audit.of(ledger, log).isClean()).isTrue();
    }

    @Test
    void whatWasSeenTwiceIsNoFault() {
        ledger.seen("bob", new Note(RUN, "m2", 2));
        ledger.seen("bob", new Note(RUN, "m3", 3));

        assertThat(Audit.of(ledger, log).isClean()).isTrue();
    }

    @Test
    void anAcknowledgedMessageThatIsNotInTheLogIsLost() {
        ledger.acknowledged("alice", new Note(RUN, "m9", 9));

        assertFound(LOST, 1);
    }

    @Test
    void anAcknowledgedAckThatIsNotInTheLogIsLost() {
        ledger.acked("bob", new Note(RUN, "m4", 4));

        assertFound(LOST, 1);
    }

    @Test
    void aMessageThatItsAddresseeNeverSawIsLost() {
        log.add(message(7, "m7", "bob"));
        ledger.acknowledged("alice", new Note(RUN, "m7", 7));

        assertFound(LOST, 1);
    }

    @Test
    void everythingIsLostToAConsumerThatSawNothing() {
        ledger.reads("carol", RUN);

        assertFound(LOST, 1);
    }

    @Test
    void aMessageAtTwoPlacesIsDuplicated() {
        log.add(message(7, "m5", "bob"));

        assertThat(Audit.of(ledger, log).count(DUPLICATED)).isEqualTo(1);
    }

    @Test
    void twoAcksOfOneMessageByOneAgentAreDuplicated() {
        log.add(ack(7, "m2"));

        assertFound(DUPLICATED, 1);
    }

    @Test
    void aPlaceWithoutAMessageIsAGap() {
        log.add(message(8, "m8", "carol"));
        ledger.acknowledged("alice", new Note(RUN, "m8", 8));

        assertFound(GAP, 1);
    }

    @Test
    void aMissingFirstMessageIsAGap() {
        log.removeFirst();

        assertThat(Audit.of(ledger, log).count(GAP)).isEqualTo(1);
    }

    @Test
    void aLogThatIsReadOutOfOrderIsMisordered() {
        Collections.swap(log, 1, 2);

        assertThat(Audit.of(ledger, log).count(MISORDERED)).isPositive();
    }

    @Test
    void aMessageAtAnotherPlaceThanWasSaidIsMisordered() {
        log.add(message(7, "m7", "carol"));
        ledger.acknowledged("alice", new Note(RUN, "m7", 70));

        assertFound(MISORDERED, 1);
    }

    @Test
    void laterMessagesAtEarlierPlacesAreMisordered() {
        log.add(message(7, "m7", "carol"));
        log.add(message(8, "m8", "carol"));
        ledger.acknowledged("alice", new Note(RUN, "m8", 8));
        ledger.acknowledged("alice", new Note(RUN, "m7", 7));

        assertFound(MISORDERED, 1);
    }

    @Test
    void aMessageThatIsHandedOutAfterALaterOneIsMisordered() {
        for (int n : new int[] {7, 8}) {
            log.add(message(n, "m" + n, "bob"));
            ledger.acknowledged("alice", new Note(RUN, "m" + n, n));
        }
        ledger.seen("bob", new Note(RUN, "m8", 8));
        ledger.seen("bob", new Note(RUN, "m7", 7));

        assertFound(MISORDERED, 1);
    }

    @Test
    void aMessageThatNobodySentIsInvented() {
        log.add(message(7, "m7", "carol"));

        assertFound(INVENTED, 1);
    }

    @Test
    void aMessageThatIsHandedToTheWrongAgentIsInvented() {
        log.add(message(7, "m7", "carol"));
        ledger.acknowledged("alice", new Note(RUN, "m7", 7));
        ledger.seen("bob", new Note(RUN, "m7", 7));

        assertFound(INVENTED, 1);
    }

    private void assertFound(Fault fault, int times) {
        var verdict = Audit.of(ledger, log);
        assertThat(verdict.count(fault)).as(verdict.toString()).isEqualTo(times);
        assertThat(verdict.counts().values().stream().mapToInt(n -> n).sum())
                .as(verdict.toString())
                .isEqualTo(times);
        assertThat(verdict.isClean()).isFalse();
        assertThat(verdict.examples()).hasSize(times);
    }

    private static Entry message(long seq, String id, String to) {
        return new Entry(RUN, seq, id, "alice", to, false, "");
    }

    private static Entry ack(long seq, String parent) {
        return new Entry(RUN, seq, "ack-" + seq, "bob", "alice", true, parent);
    }
}

package dev.parley.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestClock;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How fast agents may send. */
class RatesTest {
    private static final String TO_BOB = "{\"to\":\"bob\"}";

    private final TestClock clock = new TestClock();
    private TestParley parley;
    private Caller alice;
    private String run = "";

    @BeforeEach
    void start() {
        parley =
                TestParley.with("limits.pair-rate", "3")
                        .with("limits.agent-rate", "5")
                        .at(clock)
                        .start();
        alice = parley.agent("alice");
        run = alice.run("{\"participants\":{\"a\":\"alice\",\"b\":\"bob\",\"c\":\"carol\"}}");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void anAgentThatSendsAnotherTooMuchIsToldWhenToGoOn() {
        for (int i = 0; i < 3; i++) {
            alice.say(run, TO_BOB);
        }
        var refused = post(alice, TO_BOB).expect(Problem.PAIR_RATE);
        assertThat(refused.header("Retry-After")).isEqualTo("20");
        assertThat(refused.header("RateLimit-Limit")).isEqualTo("3");
        assertThat(refused.header("RateLimit-Remaining")).isEqualTo("0");
        assertThat(refused.header("RateLimit-Reset")).isEqualTo("20");
        assertThat(refused.text("detail")).contains("3 messages a minute from alice to bob");
        alice.say(run, "{\"to\":\"carol\"}");

        parley.watch(Duration.ofSeconds(19));
        post(alice, TO_BOB).expect(Problem.PAIR_RATE);
        parley.watch(Duration.ofSeconds(1));
        alice.say(run, TO_BOB);
        post(alice, TO_BOB).expect(Problem.PAIR_RATE);
    }

    @Test
    void anotherRunIsNoWayAroundIt() {
        for (int i = 0; i < 3; i++) {
            alice.say(alice.run("{}"), TO_BOB);
        }
        post(alice, TO_BOB).expect(Problem.PAIR_RATE);
    }

    @Test
    void whateverAnAgentSendsToWhomeverIsCountedTogether() {
        for (int i = 0; i < 5; i++) {
            alice.say(run, "{\"to\":\"agent %d\"}".formatted(i));
        }
        var refused = post(alice, "{\"to\":\"zoe\"}").expect(Problem.AGENT_RATE);
        assertThat(refused.header("Retry-After")).isEqualTo("12");
        assertThat(refused.header("RateLimit-Limit")).isEqualTo("5");
        parley.agent("bob").say(run, "{\"to\":\"zoe\"}");
    }

    @Test
    void aMessageToAllIsOneMessage() {
        for (int i = 0; i < 3; i++) {
            alice.say(run, "{\"to\":\"broadcast\"}");
        }
        post(alice, "{\"to\":\"broadcast\"}").expect(Problem.PAIR_RATE);
        alice.say(run, TO_BOB);
        alice.say(run, TO_BOB);
        post(alice, TO_BOB).expect(Problem.AGENT_RATE);
    }

    @Test
    void whatIsSentAgainMeetsNoBucketAndTakesNothingFromIt() {
        var first = "{\"to\":\"bob\",\"message_id\":\"m1\"}";
        alice.say(run, first);
        for (int i = 0; i < 10; i++) {
            post(alice, first).expect(200);
        }
        alice.say(run, TO_BOB);
        alice.say(run, TO_BOB);
        post(alice, TO_BOB).expect(Problem.PAIR_RATE);
        assertThat(post(alice, first).expect(200).number("seq")).isEqualTo(1);
        post(alice, "{\"to\":\"bob\",\"message_id\":\"m1\",\"summary\":\"other\"}")
                .expect(Problem.MESSAGE_ID_CONFLICT);
    }

    @Test
    void whatIsRefusedForAnotherReasonTakesNothingEither() {
        for (int i = 0; i < 10; i++) {
            post(alice, "{\"to\":\"alice\"}").expect(Problem.SELF_SEND);
        }
        for (int i = 0; i < 3; i++) {
            alice.say(run, TO_BOB);
        }
    }

    @Test
    void peopleTheOwnerAcksAndProgressAreNotCounted() {
        var ann = parley.person("ann");
        for (int i = 0; i < 10; i++) {
            ann.say(run, TO_BOB);
            parley.owner().say(run, "{\"from\":\"alice\",\"to\":\"bob\"}");
            alice.say(run, "{\"to\":\"bob\",\"kind\":\"artifact\"}");
        }
        alice.say(run, TO_BOB);
    }

    @Test
    void refusalsAreNotedOnceAMinuteAndCounted() {
        for (int i = 0; i < 3; i++) {
            alice.say(run, TO_BOB);
        }
        post(alice, TO_BOB).expect(Problem.PAIR_RATE);
        post(alice, TO_BOB).expect(Problem.PAIR_RATE);
        clock.advance(Duration.ofMinutes(1));

        var noted = parley.owner().get("/api/audit?principal=agent:alice");
        assertThat(noted.all("items", "outcome")).containsExactly("pair-rate");
        assertThat(noted.all("items", "count")).containsExactly("2");
        assertThat(parley.owner().get("/metrics").text())
                .contains("parley_refusals_total{code=\"pair-rate\"} 2.0");
    }

    @Test
    void zeroIsOff() {
        try (var any =
                TestParley.with("limits.pair-rate", "0").with("limits.agent-rate", "0").start()) {
            var bob = any.agent("bob");
            var free = bob.run("{}");
            for (int i = 0; i < 70; i++) {
                bob.say(free, "{\"to\":\"alice\"}");
            }
        }
    }

    private Reply post(Caller caller, String json) {
        return caller.post("/api/runs/" + run + "/messages", json);
    }

    @Test
    void whatIsRefusedAndKeptAsALetterIsCounted() {
        var unfit = "{\"to\":\"bob\",\"priority\":\"very\"}";
        for (int i = 0; i < 3; i++) {
            post(alice, unfit).expect(Problem.BAD_VALUE);
        }
        post(alice, unfit).expect(Problem.PAIR_RATE);
        assertThat(alice.get("/api/dead-letters").elements("items")).hasSize(3);
    }

    @Test
    void askingThePeopleIsCountedAsAsking() {
        var question = "{\"to\":\"user\",\"kind\":\"REQUEST_USER_INPUT\",\"summary\":\"?\"}";
        for (int i = 0; i < 3; i++) {
            alice.say(run, question);
        }
        post(alice, question).expect(Problem.PAIR_RATE);
    }
}

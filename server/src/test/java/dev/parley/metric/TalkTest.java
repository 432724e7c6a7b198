package dev.parley.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import dev.parley.protocol.Space;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** It is known who has lately spoken to whom, and how much. */
class TalkTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Talk talk = new Talk(nanos::get);

    @Test
    void theBusiestPairsComeFirst() {
        say("alice", Set.of("bob"));
        say("bob", Set.of("alice"));
        say("alice", Set.of("bob"));
        assertThat(talk.within(Space.DEFAULT, 5, 10))
                .extracting(edge -> edge.from() + ">" + edge.to() + " " + edge.messages())
                .containsExactly("alice>bob 2", "bob>alice 1");
        assertThat(talk.within(Space.DEFAULT, 5, 1)).hasSize(1);
        assertThat(talk.within(new Space("other"), 5, 10)).isEmpty();
    }

    @Test
    void whatWasSaidLongerAgoDoesNotCount() {
        say("alice", Set.of("bob"));
        pass(Duration.ofMinutes(4));
        say("alice", Set.of("bob"));
        pass(Duration.ofMinutes(2));
        assertThat(talk.within(Space.DEFAULT, 5, 10).getFirst().messages()).isEqualTo(1);
        assertThat(talk.within(Space.DEFAULT, 60, 10).getFirst().messages()).isEqualTo(2);
        pass(Duration.ofHours(2));
        assertThat(talk.within(Space.DEFAULT, 60, 10)).isEmpty();
    }

    @Test
    void peopleSeeEverybodyAndAnAgentItself() {
        try (var parley = TestParley.start()) {
            var alice = parley.agent("alice");
            var run = alice.run("{\"participants\":{\"boss\":\"alice\",\"b\":\"bob\"}}");
            alice.say(run, "{\"to\":\"b\"}");
            parley.agent("bob").say(run, "{\"to\":\"user\"}");
            var ann = parley.person("ann");
            var edges = ann.get("/api/traffic?minutes=5").expect(200);
            assertThat(edges.all("edges", "from")).containsExactly("alice", "bob");
            assertThat(edges.all("edges", "to")).containsExactly("bob", "user");
            assertThat(alice.get("/api/traffic").all("edges", "from")).containsExactly("alice");
            assertThat(parley.agent("carol").get("/api/traffic").elements("edges")).isEmpty();
        }
    }

    private void say(String from, Set<String> to) {
        talk.heard(new Tally.Said(Space.DEFAULT, from, to));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}

package dev.parley.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestClock;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How long messages lie before anybody takes them. */
@Timeout(60)
class OldestUnreadTest {
    private static final Duration LATER = Duration.ofSeconds(10);

    private final TestClock clock = new TestClock();

    @ParameterizedTest
    @EnumSource(TestDatabase.class)
    void anInboxIsAsOldAsTheOldestThingInItThatNobodyTook(TestDatabase database) {
        try (var parley = TestParley.on(database).at(clock).start()) {
            var alice = parley.agent("alice");
            var bob = parley.agent("bob");
            var carol = parley.agent("carol");
            var run = alice.run("{}");
            assertThat(lines(parley)).isEmpty();
            alice.say(run, "{\"to\":\"bob\"}");
            pass(parley);
            alice.say(run, "{\"to\":\"bob\"}");
            alice.say(run, "{\"to\":\"carol\"}");
            pass(parley);
            assertThat(lines(parley))
                    .containsExactly(
                            "agent=\"bob\",space=\"default\" 20.000",
                            "agent=\"carol\",space=\"default\" 10.000");
            assertThat(metrics(parley.owner())).contains("parley_inbox_oldest_unread_seconds 20.0");

            bob.post("/api/runs/" + run + "/pull", "{\"max_items\":1}").expect(200);
            carol.post("/api/agents/carol/inbox/commit", "{\"position\":1}").expect(200);
            pass(parley);
            assertThat(lines(parley)).containsExactly("agent=\"bob\",space=\"default\" 20.000");

            bob.get("/api/agents/bob/inbox").expect(200);
            pass(parley);
            assertThat(lines(parley)).isEmpty();
            assertThat(metrics(parley.owner())).contains("parley_inbox_oldest_unread_seconds 0.0");
        }
    }

    @Test
    void onlyWhoMayLookIntoAnInboxSeesHowOldItIs() {
        try (var parley = TestParley.start()) {
            var alice = parley.agent("alice");
            alice.say(alice.run("{}"), "{\"to\":\"bob\"}");
            assertThat(lines(parley)).hasSize(1);
            var elsewhere = parley.token("{\"person\":\"eve\",\"space\":\"elsewhere\"}");
            assertThat(metrics(elsewhere)).doesNotContain("bob");
            assertThat(metrics(parley.agent("alice"))).doesNotContain("bob");
            assertThat(metrics(parley.agent("bob"))).contains("agent=\"bob\"");
            assertThat(metrics(parley.person("ann"))).contains("agent=\"bob\"");
        }
        try (var parley = TestParley.with("metrics.open", "true").start()) {
            var alice = parley.agent("alice");
            alice.say(alice.run("{}"), "{\"to\":\"bob\"}");
            assertThat(metrics(parley.stranger())).doesNotContain("bob");
        }
    }

    @Test
    void askingOverAndOverAsksTheStoreOnce() {
        try (var parley = TestParley.start()) {
            var owner = parley.owner();
            metrics(owner);
            long before = parley.reads();
            for (int i = 0; i < 20; i++) {
                metrics(owner);
            }
            assertThat(parley.reads()).isEqualTo(before);
            parley.watch(LATER);
            metrics(owner);
            assertThat(parley.reads()).isGreaterThan(before);
        }
    }

    private void pass(TestParley parley) {
        clock.advance(LATER);
        parley.watch(LATER);
    }

    private static List<String> lines(TestParley parley) {
        var name = "parley_agent_oldest_unread_seconds{";
        return metrics(parley.owner())
                .lines()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()).replace("}", ""))
                .toList();
    }

    private static String metrics(Caller caller) {
        return caller.get("/metrics").expect(200).text();
    }
}

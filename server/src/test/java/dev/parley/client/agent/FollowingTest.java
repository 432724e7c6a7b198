package dev.parley.client.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import dev.parley.client.ParleyClient;
import dev.parley.client.TopicEvent;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Agents that publish and follow events with the Java client. */
@Timeout(60)
class FollowingTest {
    private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();

    private volatile TestParley parley;
    private Agent alice;
    private Agent monitor;

    @BeforeEach
    void start() {
        parley = TestParley.start();
        alice = agent("alice");
        monitor = agent("monitor");
    }

    @AfterEach
    void stop() {
        alice.close();
        monitor.close();
        parley.close();
    }

    @Test
    void everySubscriberIsToldOfTheTypeAndItsDataAndNobodyElse() throws Exception {
        try (var auditor = agent("auditor")) {
            monitor.subscribeToAgentEvents("agent.alice.data.ready", event -> hear("1", event));
            monitor.subscribeToAgentEvents("agent.*.data.*", event -> hear("2", event));
            auditor.subscribeToAgentEvents("agent.alice.**", event -> hear("3", event));
            auditor.subscribeToAgentEvents("agent.bob.**", event -> hear("4", event));

            var published = publish("data.ready", 7);

            assertThat(published).isEqualTo("agent.alice.data.ready");
            assertThat(new String[] {next(), next(), next()})
                    .containsExactlyInAnyOrder(
                            "1 alice data.ready 7", "2 alice data.ready 7", "3 alice data.ready 7");
            assertThat(heard).isEmpty();
        }
    }

    @Test
    void severalPatternsAreOneOrder() throws Exception {
        var both = Subscription.to("agent.*.task.complete", "agent.monitor.**");
        alice.subscribeToAgentEvents(both, event -> hear("alice", event));
        publish("task.complete", 1);
        publish("task.started", 2);
        monitor.publishEvent("any.thing", Json.object().put("n", 3));
        publish("task.complete", 4);

        assertThat(next()).endsWith("complete 1");
        assertThat(next()).endsWith("thing 3");
        assertThat(next()).endsWith("complete 4");
    }

    @Test
    void afterUnsubscribingNothingMoreComes() throws Exception {
        var following = monitor.subscribeToAgentEvents("agent.alice.*", e -> hear("a", e));
        publish("one", 1);
        assertThat(next()).isEqualTo("a alice one 1");
        following.close();
        monitor.subscribeToAgentEvents("agent.alice.*", event -> hear("b", event));
        publish("two", 2);

        assertThat(next()).isEqualTo("b alice two 2");
        assertThat(heard).isEmpty();
    }

    @Test
    void aLiveOneGoesOnWhereItWasCutOff() throws Exception {
        try (var stream = monitor.client().topics().follow(List.of("agent.alice.*"))) {
            publish("one", 1);
            assertThat(stream.next().type()).isEqualTo("one");
            parley = parley.restarted();
            publish("two", 2);
            publish("three", 3);
            assertThat(stream.next().type()).isEqualTo("two");
            assertThat(stream.next().type()).isEqualTo("three");
            assertThat(stream.gaps()).isZero();
        }
    }

    @Test
    void aKeptOneGoesOnWhereItsLastHolderWas() throws Exception {
        var kept = Subscription.to("agent.alice.*").keptAs("ledger");
        publish("before", 0);
        try (var _ = monitor.subscribeToAgentEvents(kept, event -> hear("first", event))) {
            publish("one", 1);
            assertThat(next()).isEqualTo("first alice one 1");
            awaitPosition(2);
        }
        publish("two", 2);
        try (var _ = monitor.subscribeToAgentEvents(kept, event -> hear("second", event))) {
            publish("three", 3);
            assertThat(next()).isEqualTo("second alice two 2");
            assertThat(next()).isEqualTo("second alice three 3");
        }
        var past = Subscription.to("agent.alice.*").keptAs("all").fromTheStart();
        monitor.subscribeToAgentEvents(past, event -> hear("past", event));
        assertThat(next()).isEqualTo("past alice before 0");
    }

    @Test
    void whatWasNotDealtWithBeforeTheEndComesAgain() throws Exception {
        var kept = Subscription.to("agent.alice.*").keptAs("ledger");
        var topics = monitor.client().topics();
        topics.subscribe("ledger", kept.patterns(), false);
        publish("one", 1);
        var wait = Duration.ofSeconds(20);
        assertThat(topics.look("ledger", OptionalLong.empty(), 10, wait).items()).hasSize(1);

        monitor.subscribeToAgentEvents(kept, event -> hear("again", event));

        assertThat(next()).isEqualTo("again alice one 1");
    }

    @Test
    void aHandlerThatBreaksHoldsNothingUp() throws Exception {
        monitor.subscribeToAgentEvents(
                "agent.alice.*",
                event -> {
                    hear("monitor", event);
                    throw new IllegalStateException("no");
                });
        publish("one", 1);
        publish("two", 2);

        assertThat(next()).endsWith("one 1");
        assertThat(next()).endsWith("two 2");
    }

    @Test
    void whatTheHubRefusesIsAProblemAndNothingElse() {
        assertThat(problem(() -> alice.publishEvent("no such word", Json.object())))
                .contains(Problem.BAD_VALUE);
        assertThat(problem(() -> alice.subscribeToAgentEvents("agent.a*", event -> {})))
                .contains(Problem.BAD_VALUE);
        assertThat(publish("fine", 1)).isEqualTo("agent.alice.fine");
    }

    @Test
    void anEventWithAKeyIsPublishedOnce() throws Exception {
        monitor.subscribeToAgentEvents("agent.alice.*", event -> hear("monitor", event));
        var topics = alice.client().topics();
        var first = topics.publish("one", Json.object().put("n", 1), "key-1");
        var again = topics.publish("one", Json.object().put("n", 1), "key-1");
        publish("two", 2);

        assertThat(again).isEqualTo(first);
        assertThat(next()).endsWith("one 1");
        assertThat(next()).endsWith("two 2");
    }

    private String publish(String type, int n) {
        return alice.publishEvent(type, Json.object().put("n", n)).topic();
    }

    private void hear(String who, TopicEvent event) {
        var n = event.data().path("n").asText();
        heard.add(who + " " + event.publisher() + " " + event.type() + " " + n);
    }

    private String next() throws InterruptedException {
        return Optional.ofNullable(heard.poll(20, TimeUnit.SECONDS)).orElse("nothing came");
    }

    private void awaitPosition(int position) {
        var path = "/api/subscriptions/ledger";
        while (parley.agent("monitor").get(path).json().path("position").asInt() < position) {
            Thread.onSpinWait();
        }
    }

    private static Optional<Problem> problem(Runnable deed) {
        try {
            deed.run();
            return Optional.empty();
        } catch (ParleyException e) {
            return Optional.of(e.problem());
        }
    }

    private Agent agent(String name) {
        var token = parley.agent(name).token();
        return new Agent(
                ParleyClient.connect(() -> URI.create(parley.url()), token), new AgentName(name));
    }
}

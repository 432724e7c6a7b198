package dev.parley.client.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Agents that are written with the Java client. */
@Timeout(60)
class AgentTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private TestParley parley;

    @BeforeEach
    void start() {
        parley = TestParley.start();
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void aMessageReachesItsAgentOnlyAndTheReplyComesBack() throws Exception {
        var heard = new LinkedBlockingQueue<String>();
        try (var alice = agent("alice");
                var bob = agent("bob");
                var carol = agent("carol")) {
            alice.processMessage(message -> note(heard, "alice", message));
            carol.processMessage(message -> note(heard, "carol", message));
            bob.processMessage(message -> Optional.of("you said " + message.text()));

            alice.sendMessageToAgent("bob", "hello");

            assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("alice: you said hello");
            assertThat(heard).isEmpty();
        }
    }

    @Test
    void twoAgentsThatAnswerEverythingSayOneThingEach() throws Exception {
        var heard = new LinkedBlockingQueue<String>();
        try (var alice = agent("alice");
                var bob = agent("bob")) {
            alice.processMessage(message -> noteAndAnswer(heard, "alice", message));
            bob.processMessage(message -> noteAndAnswer(heard, "bob", message));

            var run = alice.sendMessageToAgent("bob", "ping").runId();

            assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("bob: ping");
            assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("alice: I heard ping");
            awaitCommitted("alice");
            var log = parley.owner().get("/api/runs/" + run + "/messages");
            assertThat(log.all("items", "kind").stream().filter(k -> !k.equals("participant")))
                    .containsExactly("message", "ANSWER");
            assertThat(heard).isEmpty();
        }
    }

    @Test
    void anAskWaitsForItsAnswerWhichIsNotProcessedBeside() throws Exception {
        var heard = new LinkedBlockingQueue<String>();
        try (var alice = agent("alice");
                var bob = agent("bob")) {
            alice.processMessage(message -> note(heard, "alice", message));
            bob.processMessage(message -> Optional.of("42"));

            var answer = alice.ask("bob", "how much?", SOON);

            assertThat(answer.map(Received::text)).contains("42");
            assertThat(answer.map(Received::isReply)).contains(true);
            alice.sendMessageToAgent("bob", "and?");
            assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("alice: 42");
            assertThat(heard).isEmpty();
        }
    }

    @Test
    void anAskThatNobodyAnswersEnds() {
        try (var alice = agent("alice")) {
            assertThat(alice.ask("bob", "are you there?", Duration.ofMillis(10))).isEmpty();
        }
    }

    @Test
    void aPersonIsAskedAndAnswers() throws Exception {
        try (var alice = agent("alice")) {
            var answer = CompletableFuture.supplyAsync(() -> alice.askPerson("which one?", SOON));
            var ann = parley.person("ann");
            var asked = ann.get("/api/questions?wait=20").all("items", "question_id").getFirst();
            ann.post("/api/questions/" + asked + "/answer", "{\"answer\":\"the red one\"}")
                    .expect(201);

            assertThat(answer.get(20, TimeUnit.SECONDS)).contains("the red one");
        }
    }

    @Test
    void whatWasNotDealtWithBeforeTheEndComesAgainAndWhatWasDoesNot() throws Exception {
        var token = parley.agent("bob").token();
        try (var alice = agent("alice")) {
            alice.sendMessageToAgent("bob", "one");
            var heard = new LinkedBlockingQueue<String>();
            try (var bob = agent(token, "bob")) {
                bob.processMessage(message -> note(heard, "bob", message));
                assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("bob: one");
            }
            alice.sendMessageToAgent("bob", "two");
            try (var bob = agent(token, "bob")) {
                bob.processMessage(message -> note(heard, "bob", message));
                assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("bob: two");
            }
        }
    }

    @Test
    void aHandlerThatBreaksHoldsNothingUp() throws Exception {
        var heard = new LinkedBlockingQueue<String>();
        try (var alice = agent("alice");
                var bob = agent("bob")) {
            bob.processMessage(
                    message -> {
                        if (message.text().equals("poison")) {
                            throw new IllegalStateException("no");
                        }
                        return note(heard, "bob", message);
                    });
            alice.sendMessageToAgent("bob", "poison");
            alice.sendMessageToAgent("bob", "bread");

            assertThat(heard.poll(20, TimeUnit.SECONDS)).isEqualTo("bob: bread");
        }
    }

    @Test
    void whatTheHubRefusesIsAProblemAndNothingElse() {
        try (var alice = agent("alice")) {
            assertThat(problem(() -> alice.sendMessageToAgent("alice", "me?")))
                    .contains(Problem.SELF_SEND);
            assertThat(alice.sendMessageToAgent("bob", "fine").seq()).isPositive();
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

    private static Optional<String> note(
            BlockingQueue<String> heard, String who, Received message) {
        heard.add(who + ": " + message.text());
        return Optional.empty();
    }

    private static Optional<String> noteAndAnswer(
            BlockingQueue<String> heard, String who, Received message) {
        heard.add(who + ": " + message.text());
        return Optional.of("I heard " + message.text());
    }

    /** Waits until the agent has dealt with all it got, and listens for more. */
    private void awaitCommitted(String name) {
        while (!parley.owner()
                .get("/api/agents/" + name + "/inbox")
                .all("items", "position")
                .isEmpty()) {
            Thread.onSpinWait();
        }
    }

    private Agent agent(String name) {
        return agent(parley.agent(name).token(), name);
    }

    private Agent agent(String token, String name) {
        return Agent.connect(URI.create(parley.url()), token, name);
    }
}

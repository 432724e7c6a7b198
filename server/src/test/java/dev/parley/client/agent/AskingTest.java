package dev.parley.client.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What agents ask with the Java client, and what they get for an answer. */
@Timeout(60)
class AskingTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private TestParley parley;
    private Caller ann;
    private Agent alice;
    private Agent bob;

    @BeforeEach
    void start() {
        parley = TestParley.start();
        ann = parley.person("ann");
        alice = agent("alice");
        bob = agent("bob");
    }

    @AfterEach
    void stop() {
        alice.close();
        bob.close();
        parley.close();
    }

    @Test
    void whoeverAsksTheSameAgainAfterACrashGetsTheSameAnswer() {
        var answers = new AtomicInteger();
        bob.processMessage(message -> Optional.of("answer " + answers.incrementAndGet()));
        var token = parley.agent("alice").token();

        var first = alice.ask("bob", "how much?", "price-1", SOON).orElseThrow();
        try (var successor = Agent.connect(URI.create(parley.url()), token, "alice")) {
            var again = successor.ask("bob", "how much?", "price-1", SOON).orElseThrow();

            assertThat(again.message()).isEqualTo(first.message());
            assertThat(again.text()).isEqualTo("answer 1");
        }
    }

    @Test
    void aMessageWithAnIdIsSentOnce() {
        assertThat(alice.sendMessageToAgent("bob", "hello", "hello-1").duplicate()).isFalse();
        assertThat(alice.sendMessageToAgent("bob", "hello", "hello-1").duplicate()).isTrue();
    }

    @Test
    void anAnswerMayBeTooLargeForTheLog() {
        bob.processMessage(message -> Optional.of(message.text() + message.text()));

        var answer = alice.ask("bob", "x".repeat(70_000), SOON).orElseThrow();

        assertThat(answer.text()).hasSize(140_000);
    }

    @Test
    void aPersonChoosesAndWhenTheirRunWasEndedIsAskedInAnother() throws Exception {
        var first = CompletableFuture.supplyAsync(() -> choice());
        var run = answer("blue");
        assertThat(first.get(20, TimeUnit.SECONDS)).contains("blue");
        parley.owner().post("/api/runs/" + run + "/cancel", "{}").expect(200);

        var second = CompletableFuture.supplyAsync(() -> choice());

        assertThat(answer("red")).isNotEqualTo(run);
        assertThat(second.get(20, TimeUnit.SECONDS)).contains("red");
    }

    private Optional<String> choice() {
        return alice.askPerson("which one?", List.of("red", "blue"), SOON);
    }

    private String answer(String choice) {
        var asked = ann.get("/api/questions?wait=20");
        var question = asked.all("items", "question_id").getFirst();
        ann.post("/api/questions/" + question + "/answer", "{\"choice\":\"" + choice + "\"}")
                .expect(201);
        return asked.all("items", "run_id").getFirst();
    }

    private Agent agent(String name) {
        return Agent.connect(URI.create(parley.url()), parley.agent(name).token(), name);
    }
}

package dev.parley.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.bus.Topic;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two hubs on one database guard one run as one would, and wait for the same questions. */
@Timeout(600)
class CycleRaceTest {
    /** More with {@code -Dparley.race.rounds=1000}, which takes half a minute. */
    private static final int ROUNDS = Integer.getInteger("parley.race.rounds", 200);

    private static TestParley here;
    private static TestParley there;

    @BeforeAll
    static void start() {
        var database = new PostgresStores();
        here = TestParley.on(database).start();
        there = TestParley.on(database).start();
    }

    @AfterAll
    static void stop() {
        here.close();
        there.close();
    }

    @Test
    void bothHalvesOfACircleAreNeverBothAccepted() {
        var alice = here.agent("alice");
        var bob = there.bearer(here.agent("bob").token());
        for (int round = 0; round < ROUNDS; round++) {
            var path = "/api/runs/" + alice.run("{}") + "/messages";
            var halves =
                    List.of(
                            alice.postLater(path, "{\"to\":\"bob\",\"kind\":\"QUERY\"}"),
                            bob.postLater(path, "{\"to\":\"alice\",\"kind\":\"QUERY\"}"));
            var replies = halves.stream().map(half -> half.join()).toList();
            assertThat(replies)
                    .extracting(reply -> reply.status())
                    .containsExactlyInAnyOrder(201, 409);
            replies.stream()
                    .filter(reply -> reply.status() == 409)
                    .forEach(reply -> reply.expect(Problem.CYCLE));
            assertThat(alice.get(path).all("items", "kind"))
                    .containsExactly("QUERY", "question", "status");
        }
    }

    @Test
    void whoeverWaitsForQuestionsOnOneNodeHearsOfThoseAskedOnAnother() {
        var person = here.token("{\"person\":\"ann\",\"space\":\"lab\"}").token();
        var agent = here.token("{\"agent\":\"alice\",\"space\":\"lab\"}");
        Caller ann = there.bearer(person);
        var waiting = ann.later("/api/questions?wait=15");
        there.awaitWaiter(new Topic.Questions(new Space("lab")));
        var run = agent.run("{}");
        agent.say(run, "{\"type\":\"REQUEST_USER_INPUT\",\"question\":\"Where?\"}");
        assertThat(waiting.join().expect(200).all("items", "text")).containsExactly("Where?");
        ann.post("/api/questions/" + run + ".1/answer", "{\"answer\":\"here\"}").expect(201);
        here.bearer(person)
                .post("/api/questions/" + run + ".1/answer", "{\"answer\":\"here\"}")
                .expect(200);
    }
}

package dev.parley.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestClock;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.stream.TestSocket;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the audit tells, seen from outside. */
class AuditTest {
    private final TestClock clock = new TestClock();
    private TestParley parley;

    @BeforeEach
    void start() {
        parley = TestParley.with("store.read-threads", "2").at(clock).start();
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void everyActOfAPersonIsThereWhenItIsAnswered() {
        var ann = parley.person("ann");
        var run = ann.run("{}");
        ann.say(run, "{\"to\":\"bob\",\"summary\":\"nobody else's business\"}");

        assertThat(told(entries(ann, "?principal=person:ann")))
                .containsExactly(
                        "POST /api/runs/{run}/messages " + run + " ok 1",
                        "POST /api/runs " + run + " ok 1");
        assertThat(parley.owner().get("/api/audit").text()).doesNotContain("business");
    }

    @Test
    void whatAPersonRepeatsIsOneAct() {
        var ann = parley.person("ann");
        var run = ann.run("{}");
        var message = "{\"to\":\"bob\",\"message_id\":\"m1\"}";
        ann.post("/api/runs/" + run + "/messages", message).expect(201);
        ann.post("/api/runs/" + run + "/messages", message).expect(200);
        ann.post("/api/messages?run=" + run, message).expect(200);
        ann.post("/api/messages?run=" + run, "{\"to\":\"bob\"}").expect(201);

        assertThat(told(entries(ann, "?principal=person:ann")))
                .containsExactly(
                        "POST /api/messages " + run + " ok 1",
                        "POST /api/runs/{run}/messages " + run + " ok 1",
                        "POST /api/runs " + run + " ok 1");
    }

    @Test
    void aGuardThatTripsIsThereTogetherWithItsQuestionAndOnlyOnce() {
        var alice = parley.agent("alice");
        var bob = parley.agent("bob");
        var run = alice.run("{}");
        alice.say(run, "{\"to\":\"bob\",\"kind\":\"QUERY\"}");
        bob.post("/api/runs/" + run + "/messages", "{\"to\":\"alice\",\"kind\":\"QUERY\"}")
                .expect(Problem.CYCLE);

        assertThat(told(entries(parley.owner(), "?principal=agent:bob")))
                .containsExactly("guard " + run + " cycle 1");
        clock.advance(Duration.ofMinutes(1));
        assertThat(entries(parley.owner(), "?principal=agent:bob")).hasSize(1);
        assertThat(parley.owner().get("/api/audit/verify").text()).contains("\"ok\":true");
    }

    @Test
    void whatTheOwnerDoesToTheHubIsThereToo() {
        var made = parley.owner().post("/api/tokens", "{\"agent\":\"bob\"}").expect(201);
        var token = made.text("token_id");
        parley.owner().delete("/api/tokens/" + token).expect(204);
        parley.owner().get("/api/backup").expect(200);

        assertThat(told(entries(parley.owner(), "?principal=owner:owner")))
                .containsExactly(
                        "GET /api/backup  ok 1",
                        "DELETE /api/tokens/{token} " + token + " ok 1",
                        "POST /api/tokens " + token + " ok 1");
        assertThat(parley.owner().get("/api/audit").all("items", "detail"))
                .contains("worker bob in default", "a token of the owner");
    }

    @Test
    void whatAgentsDoAndWhatAnybodyReadsIsNotKept() {
        var bob = parley.agent("bob");
        long before = last();
        bob.say(bob.run("{}"), "{\"to\":\"user\"}");
        parley.owner().get("/api/runs").expect(200);

        assertThat(last()).isEqualTo(before);
    }

    @Test
    void aWorkerOfTheOwnerIsNotedForWhatItTakesAndNotForAsking() {
        var claim = "{\"agent_name\":\"echo\"}";
        var owner = parley.owner();
        long before = last();
        owner.post("/api/tasks/claim", claim).expect(200);
        owner.post("/api/tasks/leave", claim).expect(204);
        owner.post("/api/agents/echo/instances/a/heartbeat", "").expect(200);
        assertThat(last()).isEqualTo(before);

        var task = owner.post("/api/tasks", "{\"message\":\"m\"}").expect(201).text("task_id");
        owner.post("/api/tasks/claim", claim, "Idempotency-Key", "c1").expect(200);
        owner.post("/api/tasks/claim", claim, "Idempotency-Key", "c1").expect(200);
        var lease = "{\"agent_name\":\"echo\",\"fence\":1}";
        owner.post("/api/tasks/" + task + "/heartbeat", lease).expect(200);

        assertThat(told(entries(owner, "?principal=owner:owner")))
                .containsExactly(
                        "POST /api/tasks/claim " + task + " ok 1",
                        "POST /api/tasks " + task + " ok 1");
    }

    @Test
    void aRepetitionThatChangedNothingIsNoSecondAct() {
        var ann = parley.person("ann");
        ann.post("/api/runs", "{}", "Idempotency-Key", "k1").expect(201);
        ann.post("/api/runs", "{}", "Idempotency-Key", "k1").expect(200);

        assertThat(entries(ann, "?principal=person:ann")).hasSize(1);
    }

    @Test
    void refusalsOfOneKindWithinAMinuteAreOneEntryWithACount() {
        var bob = parley.agent("bob");
        for (int i = 0; i < 5; i++) {
            bob.get("/api/tokens").expect(Problem.FORBIDDEN);
        }
        bob.get("/api/backup").expect(Problem.FORBIDDEN);
        assertThat(entries(parley.owner(), "?principal=agent:bob")).isEmpty();

        clock.advance(Duration.ofSeconds(60));

        assertThat(told(entries(parley.owner(), "?principal=agent:bob")))
                .containsExactly("GET /api/backup  forbidden 1", "GET /api/tokens  forbidden 5");
        bob.get("/api/tokens").expect(Problem.FORBIDDEN);
        clock.advance(Duration.ofSeconds(60));
        assertThat(entries(parley.owner(), "?principal=agent:bob")).hasSize(3);
    }

    @Test
    void whoeverComesWithATokenThatWasRevokedIsNamed() {
        var made = parley.owner().post("/api/tokens", "{\"agent\":\"bob\"}").expect(201);
        parley.owner().delete("/api/tokens/" + made.text("token_id")).expect(204);
        parley.bearer(made.text("token")).get("/api/runs").expect(Problem.UNAUTHENTICATED);
        clock.advance(Duration.ofMinutes(1));

        assertThat(parley.owner().get("/api/audit").elements("items"))
                .filteredOn(entry -> entry.path("outcome").asText().equals("unauthenticated"))
                .singleElement()
                .satisfies(
                        entry -> {
                            assertThat(entry.path("principal").asText()).isEqualTo("agent:bob");
                            assertThat(entry.path("token_id").asText())
                                    .isEqualTo(made.text("token_id"));
                        });
    }

    @Test
    void aPageOfAStrangersSiteIsKeptAsNobody() {
        var page = parley.stranger().request("/api/runs").header("Origin", "http://evil.example");
        parley.stranger().send(page).expect(Problem.ORIGIN_REFUSED);
        clock.advance(Duration.ofMinutes(1));

        assertThat(told(entries(parley.owner(), "?principal=nobody")))
                .containsExactly("GET ? 127.0.0.1 origin-refused 1");
        assertThat(entries(parley.person("ann"), "?principal=nobody")).isEmpty();
    }

    @Test
    void whatDoesNotFitIsKeptWithoutAWordOfIt() {
        var bob = parley.agent("bob");
        var run = bob.run("{}");
        var path = "/api/runs/" + run + "/messages";
        bob.post(path, "{\"to\":\"ann\",\"priority\":\"my diary\"}").expect(Problem.BAD_VALUE);
        clock.advance(Duration.ofMinutes(1));

        var entries = parley.owner().get("/api/audit?principal=agent:bob");
        assertThat(told(entries.elements("items")))
                .containsExactly("POST /api/runs/{run}/messages " + run + " bad-value 1");
        assertThat(entries.text()).doesNotContain("diary");
    }

    @Test
    void aTokenNeverGetsIntoIt() {
        var made = parley.owner().post("/api/tokens", "{\"agent\":\"bob\"}").expect(201);
        var secret = made.text("token");
        var bob = parley.bearer(secret);
        parley.owner().delete("/api/tokens/" + secret).expect(Problem.BAD_VALUE);
        parley.owner().delete("/api/tokens/x" + secret + "?space=" + secret);
        bob.delete("/api/tokens/" + secret).expect(Problem.FORBIDDEN);
        var run = bob.run("{}");
        bob.post("/api/runs/" + run + "/messages", "{\"from\":\"" + secret + "\",\"to\":\"a\"}");
        bob.post("/api/runs/" + secret + "/messages", "{\"to\":\"a\",\"kind\":\"" + secret + "\"}");
        parley.person(secret).run("{}");
        parley.person("Bearer abcdef").run("{}");
        clock.advance(Duration.ofMinutes(1));

        assertThat(parley.owner().get("/api/audit").expect(200).text())
                .contains("tok_…")
                .doesNotContain(secret, secret.substring(3), "abcdef");
    }

    @Test
    void eachSpaceSeesItsOwnEntriesAndTheOwnerOfTheHubAll() {
        var ann = parley.token("{\"person\":\"ann\",\"space\":\"other\"}");
        var chief = parley.token("{\"role\":\"owner\",\"space\":\"other\"}");
        ann.run("{}");
        parley.person("ann").run("{}");

        assertThat(entries(ann, "")).hasSize(1);
        assertThat(entries(chief, "?space=default")).hasSize(1);
        assertThat(entries(parley.owner(), "?principal=person:ann")).hasSize(2);
        assertThat(entries(parley.owner(), "?space=other")).hasSize(1);
    }

    @Test
    void itIsReadNewestFirstInPagesAndByWishes() {
        var ann = parley.person("ann");
        clock.advance(Duration.ofSeconds(10));
        for (int i = 0; i < 5; i++) {
            ann.run("{}");
        }
        var owner = parley.owner();
        var first = owner.get("/api/audit?limit=3").expect(200);
        var second = owner.get("/api/audit?limit=3&after=" + first.text("next")).expect(200);

        assertThat(first.all("items", "n")).containsExactly("7", "6", "5");
        assertThat(second.all("items", "n")).containsExactly("4", "3", "2");
        long since = clock.instant().getEpochSecond();
        assertThat(entries(owner, "?since=" + since)).hasSize(5);
        assertThat(entries(owner, "?since=" + since + ".001")).isEmpty();
        assertThat(entries(owner, "?action=POST%20/api/tokens")).hasSize(1);
        owner.get("/api/audit?since=yesterday").expect(Problem.BAD_VALUE);
        owner.get("/api/audit?after=x").expect(Problem.BAD_VALUE);
    }

    private long last() {
        return parley.owner()
                .get("/api/audit?limit=1")
                .elements("items")
                .getFirst()
                .path("n")
                .asLong();
    }

    private static List<JsonNode> entries(Caller reader, String query) {
        return reader.get("/api/audit" + query).expect(200).elements("items");
    }

    private static List<String> told(List<JsonNode> entries) {
        return entries.stream()
                .map(
                        entry ->
                                "%s %s %s %d"
                                        .formatted(
                                                entry.path("action").asText(),
                                                entry.path("target").asText(),
                                                entry.path("outcome").asText(),
                                                entry.path("count").asLong()))
                .toList();
    }

    @Test
    void whoeverGuessesATokenIsKeptAsNobodyOnceAMinute() {
        for (int i = 0; i < 3; i++) {
            parley.bearer("pa_guessed" + i).get("/api/runs").expect(Problem.UNAUTHENTICATED);
        }
        clock.advance(Duration.ofMinutes(1));
        assertThat(told(entries(parley.owner(), "?principal=nobody")))
                .containsExactly("GET /api/runs 127.0.0.1 unauthenticated 3");
        assertThat(parley.owner().get("/api/audit").text()).doesNotContain("guessed");
    }

    @Test
    void whatIsAskedForAndNotThereIsKeptAndSoIsASelfSend() {
        var bob = parley.agent("bob");
        bob.get("/api/runs/run_a").expect(Problem.UNKNOWN_RUN);
        bob.get("/api/runs/run_b").expect(Problem.UNKNOWN_RUN);
        var run = bob.run("{}");
        bob.post("/api/runs/" + run + "/messages", "{\"to\":\"bob\"}").expect(Problem.SELF_SEND);
        bob.get("/api/nowhere").expect(Problem.NOT_FOUND);
        clock.advance(Duration.ofMinutes(1));
        assertThat(told(entries(parley.owner(), "?principal=agent:bob")))
                .containsExactlyInAnyOrder(
                        "GET /api/runs/{run} run_a unknown-run 2",
                        "POST /api/runs/{run}/messages " + run + " self-send 1");
    }

    @Test
    void whatAWebSocketIsRefusedIsKept() {
        var bob = parley.agent("bob");
        var run =
                parley.agent("alice")
                        .run(
                                """
                                {"protocol":"managed","participants":{"manager":"alice"}}""");
        try (var socket = TestSocket.of(parley, bob.token())) {
            socket.send("{\"op\":\"subscribe\",\"runs\":[\"" + run + "\"]}");
            assertThat(socket.next().path("event").asText()).isEqualTo("problem");
        }
        try (var socket = TestSocket.of(parley)) {
            socket.send("{\"op\":\"auth\",\"token\":\"pa_guessed\"}");
            assertThat(socket.next().path("event").asText()).isEqualTo("problem");
        }
        clock.advance(Duration.ofMinutes(1));
        assertThat(told(entries(parley.owner(), "?principal=agent:bob")))
                .containsExactly("GET /ws  forbidden 1");
        assertThat(told(entries(parley.owner(), "?principal=nobody")))
                .containsExactly("GET /ws 127.0.0.1 unauthenticated 1");
    }
}

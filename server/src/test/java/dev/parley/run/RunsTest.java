package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Runs are created, listed and shown over HTTP. */
class RunsTest {
    private static TestParley parley;
    private static Caller alice;
    private static Caller bob;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @Test
    void aNewRunHasAnIdASessionAndAnEmptyLog() {
        var reply =
                alice.post(
                                "/api/runs",
                                """
                                {"protocol":"managed",
                                 "participants":{"manager":"alice","worker":"bob"}}
                                """)
                        .expect(201);
        assertThat(reply.text("run_id")).startsWith("run_");
        assertThat(reply.text("session_id")).startsWith("ses_");
        assertThat(reply.text("protocol")).isEqualTo("managed");
        assertThat(reply.text("status")).isEqualTo("running");
        assertThat(reply.text("created_by")).isEqualTo("agent:alice");
        assertThat(reply.number("last_seq")).isZero();
        assertThat(reply.json().get("participants").toString())
                .isEqualTo("{\"manager\":\"alice\",\"worker\":\"bob\"}");
    }

    @Test
    void aRunNeedsNoBodyAndIsThenOpen() {
        assertThat(alice.post("/api/runs", "").expect(201).text("protocol")).isEqualTo("open");
    }

    @Test
    void anAgentThatBeginsARunTakesPartInIt() {
        assertThat(begin("{}")).isEqualTo("{\"alice\":\"alice\"}");
        assertThat(begin("{\"participants\":{\"b\":\"bob\"}}"))
                .isEqualTo("{\"alice\":\"alice\",\"b\":\"bob\"}");
        assertThat(begin("{\"participants\":{\"a\":\"alice\"}}")).isEqualTo("{\"a\":\"alice\"}");
        assertThat(begin("{\"protocol\":\"tree\",\"participants\":{\"lead\":\"bob\"}}"))
                .isEqualTo("{\"alice\":\"alice\",\"lead\":\"bob\"}");
        for (var nameless :
                new String[] {
                    "{\"protocol\":\"managed\",\"participants\":{\"manager\":\"bob\"}}",
                    "{\"participants\":{\"alice\":\"bob\"}}"
                }) {
            assertThat(alice.post("/api/runs", nameless).expect(Problem.BAD_VALUE).text("detail"))
                    .contains("give alice a role in participants");
        }
    }

    @Test
    void aTreeThatNamesNobodyHasWhoeverBeganItAsItsRoot() {
        var run = alice.run("{\"protocol\":\"tree\"}");
        assertThat(alice.get("/api/runs/" + run).json().path("participants").toString())
                .isEqualTo("{\"root\":\"alice\"}");
        alice.say(run, "{\"to\":\"user\",\"kind\":\"final_response\",\"summary\":\"done\"}");
        assertThat(alice.get("/api/runs/" + run).text("status")).isEqualTo("completed");
    }

    private static String begin(String wanted) {
        return alice.post("/api/runs", wanted).expect(201).json().get("participants").toString();
    }

    @Test
    void aRunMayJoinASessionThatIsThere() {
        var reply = alice.post("/api/runs", "{\"session_id\":\"ses_mine\"}").expect(201);
        assertThat(reply.text("session_id")).isEqualTo("ses_mine");
    }

    @Test
    void theSameIdempotencyKeyGivesTheSameRun() {
        var body = "{\"protocol\":\"open\"}";
        var first = alice.post("/api/runs", body, "Idempotency-Key", "k1").expect(201);
        var again = alice.post("/api/runs", body, "Idempotency-Key", "k1").expect(200);
        assertThat(again.text("run_id")).isEqualTo(first.text("run_id"));
        assertThat(again.json().get("duplicate").asBoolean()).isTrue();
        assertThat(again.json()).isEqualTo(first.json().put("duplicate", true));
    }

    @Test
    void theSameIdempotencyKeyWithAnotherBodyIsRefused() {
        alice.post("/api/runs", "{\"protocol\":\"open\"}", "Idempotency-Key", "k2").expect(201);
        alice.post("/api/runs", "{\"protocol\":\"tree\"}", "Idempotency-Key", "k2")
                .expect(Problem.IDEMPOTENCY_MISMATCH);
        alice.post("/api/runs", "{}", "Idempotency-Key", "not a key").expect(Problem.BAD_VALUE);
    }

    @Test
    void anIdempotencyKeyBelongsToWhoeverUsesIt() {
        var hers = alice.post("/api/runs", "{}", "Idempotency-Key", "k3").expect(201);
        var his = bob.post("/api/runs", "{}", "Idempotency-Key", "k3").expect(201);
        assertThat(his.text("run_id")).isNotEqualTo(hers.text("run_id"));
    }

    @Test
    void whoRacesWithOneIdempotencyKeyGetsOneRun() {
        var replies =
                Stream.generate(() -> alice.postLater("/api/runs", "{}", "Idempotency-Key", "k4"))
                        .limit(8)
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();
        assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(1);
        assertThat(replies.stream().map(reply -> reply.text("run_id")).distinct()).hasSize(1);
    }

    @Test
    void runsAreListedPageByPageAndEachOnce() {
        var carol = parley.agent("carol");
        var made = new ArrayList<String>();
        for (int i = 0; i < 7; i++) {
            made.add(carol.run("{\"protocol\":\"tree\",\"participants\":{\"root\":\"carol\"}}"));
        }
        var listed = new ArrayList<String>();
        var path = "/api/runs?limit=3";
        while (!path.isEmpty()) {
            var page = carol.get(path).expect(200);
            assertThat(page.elements("items")).hasSizeLessThanOrEqualTo(3);
            listed.addAll(page.all("items", "run_id"));
            var next = page.json().get("next");
            path = next.isNull() ? "" : "/api/runs?limit=3&after=" + next.asText();
        }
        assertThat(listed).doesNotHaveDuplicates().containsAll(made);
        assertThat(bob.get("/api/runs?limit=500").all("items", "run_id"))
                .doesNotContainAnyElementsOf(made);
    }

    @Test
    void anAgentSeesOnlyTheRunsItTakesPartInAndThoseOpenToAll() {
        var closed = alice.run("{\"protocol\":\"tree\",\"participants\":{\"root\":\"alice\"}}");
        var open = alice.run("{}");
        bob.get("/api/runs/" + open).expect(200);
        bob.get("/api/runs/" + closed).expect(Problem.FORBIDDEN);
        bob.get("/api/runs/" + closed + "/messages").expect(Problem.FORBIDDEN);
        bob.post("/api/runs/" + closed + "/messages", "{\"to\":\"alice\"}")
                .expect(Problem.FORBIDDEN);
        bob.post("/api/runs/" + closed + "/pull", "{}").expect(Problem.FORBIDDEN);
        parley.owner().get("/api/runs/" + closed).expect(200);
        parley.person("ann").get("/api/runs/" + closed).expect(200);
    }

    @Test
    void aRunThatIsNotThereIsUnknown() {
        alice.get("/api/runs/run_nowhere").expect(Problem.UNKNOWN_RUN);
        alice.get("/api/runs/run_nowhere/messages").expect(Problem.UNKNOWN_RUN);
        alice.get("/api/runs/run_nowhere/messages/m1").expect(Problem.UNKNOWN_RUN);
        alice.post("/api/runs/run_nowhere/messages", "{\"to\":\"bob\"}")
                .expect(Problem.UNKNOWN_RUN);
        alice.post("/api/runs/run_nowhere/pull", "{}").expect(Problem.UNKNOWN_RUN);
        alice.post("/api/runs/run_nowhere/ack", "{\"message_id\":\"m1\"}")
                .expect(Problem.UNKNOWN_RUN);
    }
}

package dev.parley.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A space is a wall: whoever stands on the other side sees nothing of what is here. */
class SpacesTest {
    private static TestParley parley;
    private static Caller here;
    private static Caller there;
    private static Caller ownerThere;
    private static String run;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        here = parley.agent("alice");
        there = parley.token("{\"agent\":\"alice\",\"space\":\"other\"}");
        ownerThere = parley.token("{\"role\":\"owner\",\"space\":\"other\"}");
        run = here.run("{}");
        here.say(run, "{\"message_id\":\"m1\",\"to\":\"bob\"}");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @Test
    void aRunOfAnotherSpaceIsNotThere() {
        for (var caller : List.of(there, ownerThere)) {
            caller.get("/api/runs/" + run).expect(Problem.UNKNOWN_RUN);
            caller.get("/api/runs/" + run + "/messages").expect(Problem.UNKNOWN_RUN);
            caller.get("/api/runs/" + run + "/messages/m1").expect(Problem.UNKNOWN_RUN);
            caller.get("/api/runs/" + run + "/messages/m1/receipts").expect(Problem.UNKNOWN_RUN);
            caller.post("/api/runs/" + run + "/messages", "{\"to\":\"alice\"}")
                    .expect(Problem.UNKNOWN_RUN);
            caller.post("/api/runs/" + run + "/pull", "{\"agent_id\":\"alice\"}")
                    .expect(Problem.UNKNOWN_RUN);
            caller.post("/api/runs/" + run + "/ack", "{\"message_id\":\"m1\"}")
                    .expect(Problem.UNKNOWN_RUN);
            assertThat(caller.get("/api/runs").all("items", "run_id")).doesNotContain(run);
        }
    }

    @Test
    void aMessageIdIsFreeInEverySpace() {
        var elsewhere = there.run("{}");
        there.say(elsewhere, "{\"message_id\":\"m1\",\"to\":\"bob\",\"summary\":\"mine\"}");
        assertThat(there.get("/api/runs/" + elsewhere + "/messages/m1").text("summary"))
                .isEqualTo("mine");
        here.get("/api/runs/" + elsewhere).expect(Problem.UNKNOWN_RUN);
    }

    @Test
    void anIdempotencyKeyIsFreeInEverySpace() {
        here.post("/api/runs", "{}", "Idempotency-Key", "k").expect(201);
        there.post("/api/runs", "{}", "Idempotency-Key", "k").expect(201);
    }

    @Test
    void aBlobOfAnotherSpaceIsNeitherReadNorReferredTo() {
        var blob = here.post("/api/blobs", BodyPublishers.ofString("secret")).expect(201);
        there.get("/api/blobs/" + blob.text("blob_id")).expect(Problem.UNKNOWN_BLOB);
        var ref = Json.object().put("to", "bob");
        ref.set("payload_ref", blob.json());
        there.post("/api/runs/" + there.run("{}") + "/messages", ref.toString())
                .expect(Problem.UNKNOWN_BLOB);
    }

    @Test
    void tokensAreListedAndRevokedWithinASpace() {
        var mine = parley.owner().post("/api/tokens", "{\"agent\":\"x\"}").text("token_id");
        assertThat(ownerThere.get("/api/tokens").all("items", "space")).containsOnly("other");
        ownerThere.delete("/api/tokens/" + mine).expect(Problem.UNKNOWN_TOKEN);
    }

    @Test
    void onlyTheOwnerOfTheHubReachesOverTheWall() {
        ownerThere.post("/api/tokens", "{\"agent\":\"x\"}").expect(201);
        ownerThere
                .post("/api/tokens", "{\"role\":\"owner\",\"space\":\"default\"}")
                .expect(Problem.FORBIDDEN);
        for (var path : List.of("/api/backup", "/api/check", "/api/usage")) {
            ownerThere.get(path).expect(Problem.FORBIDDEN);
            parley.owner().get(path).expect(200);
        }
    }

    @Test
    void theOwnerOfTheHubLooksAfterTheTokensOfEverySpace() {
        var made = parley.owner().post("/api/tokens", "{\"agent\":\"bob\",\"space\":\"third\"}");
        var id = made.expect(201).text("token_id");
        assertThat(parley.owner().get("/api/tokens?space=third").all("items", "token_id"))
                .containsExactly(id);
        ownerThere.get("/api/tokens?space=third").expect(Problem.FORBIDDEN);
        ownerThere.delete("/api/tokens/" + id + "?space=third").expect(Problem.FORBIDDEN);
        parley.owner().delete("/api/tokens/" + id + "?space=third").expect(204);
        parley.bearer(made.text("token")).get("/api/runs").expect(Problem.UNAUTHENTICATED);
    }
}

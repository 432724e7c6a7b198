package dev.parley.question;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.Json;
import dev.parley.run.Asked;
import dev.parley.store.Sql;
import dev.parley.store.table.IntentTable;
import dev.parley.store.table.RunKey;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ApprovalsTest {
    private static TestParley parley;
    private static Caller alice;
    private static Caller ann;
    private static String run;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        ann = parley.person("ann");
        run = alice.run("{\"protocol\":\"managed\",\"participants\":{\"manager\":\"alice\"}}");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @Test
    void anApprovalCountsForExactlyTheseArguments() {
        var id = ask("deploy", "{\"target\":\"prod\",\"count\":2}");
        var question = ann.get("/api/questions/" + id).expect(200);
        assertThat(question.text("kind")).isEqualTo("approval");
        var digest = digest("deploy", "{\"count\":2.0,\"target\":\"prod\"}");
        assertThat(question.text("digest")).isEqualTo(digest);
        assertThat(isApproved(digest)).isFalse();
        ann.post("/api/questions/" + id + "/answer", "{\"answer\":\"sure\"}")
                .expect(Problem.BAD_VALUE);
        ann.post("/api/questions/" + id + "/answer", "{\"decision\":\"approve\",\"reason\":\"ok\"}")
                .expect(201);
        assertThat(isApproved(digest)).isTrue();
        assertThat(isApproved(digest("deploy", "{\"target\":\"prod\",\"count\":3}"))).isFalse();
        assertThat(isApproved(digest("deploy", "{\"target\":\"prod\"}"))).isFalse();
        assertThat(isApproved(digest("destroy", "{\"target\":\"prod\",\"count\":2}"))).isFalse();
    }

    @Test
    void anApprovalInOneRunIsNoneInAnother() {
        var id = ask("email", "{\"to\":\"all\"}");
        ann.post("/api/questions/" + id + "/answer", "{\"decision\":\"approve\"}").expect(201);
        var other = alice.run("{}");
        var path =
                "/api/runs/" + other + "/approvals?digest=" + digest("email", "{\"to\":\"all\"}");
        assertThat(ann.get(path).expect(200).json().path("approved").asBoolean()).isFalse();
    }

    @Test
    void whatIsDeniedIsNotApprovedAndTheNewestDecisionCounts() {
        var first = ask("pay", "{\"sum\":10}");
        ann.post("/api/questions/" + first + "/answer", "{\"decision\":\"deny\"}").expect(201);
        var digest = digest("pay", "{\"sum\":10}");
        assertThat(isApproved(digest)).isFalse();
        var second = ask("pay", "{\"sum\":10}");
        ann.post("/api/questions/" + second + "/answer", "{\"decision\":\"approve\"}").expect(201);
        assertThat(isApproved(digest)).isTrue();
        var third = ask("pay", "{\"sum\":10}");
        ann.post("/api/questions/" + third + "/answer", "{\"decision\":\"deny\"}").expect(201);
        assertThat(isApproved(digest)).isFalse();
    }

    @Test
    void whatAPersonHasDecidedIsPartOfTheIntentAndToldInTheFeed() throws SQLException {
        var id = ask("ship", "{\"to\":\"moon\"}");
        ann.post("/api/questions/" + id + "/answer", "{\"decision\":\"approve\"}").expect(201);
        var url = "jdbc:sqlite:" + parley.folder().resolve("parley.db");
        try (var sql = new Sql(DriverManager.getConnection(url))) {
            var intent =
                    IntentTable.TABLE
                            .find(sql, new RunKey(Space.DEFAULT, new RunId(run)))
                            .orElseThrow();
            assertThat(Json.parseTrusted(intent.body()).path("approvals").valueStream())
                    .filteredOn(approval -> approval.path("question_id").asText().equals(id))
                    .singleElement()
                    .matches(approval -> approval.path("action").asText().equals("ship"))
                    .matches(
                            approval ->
                                    approval.path("digest")
                                            .asText()
                                            .equals(digest("ship", "{\"to\":\"moon\"}")));
            var told = "{\"question_id\":\"" + id + "\",\"state\":\"%s\"}";
            assertThat(
                            sql.rows(
                                    "SELECT detail FROM feed WHERE type = 'question'",
                                    row -> row.getString(1)))
                    .contains(told.formatted("open"), told.formatted("answered"));
        }
    }

    @Test
    void anAgentApprovesNothingEvenIfItIsAsked() {
        var bob = parley.agent("bob");
        var open = alice.run("{}");
        var path = "/api/runs/" + open + "/messages";
        alice.say(
                open,
                """
                {"to":"bob","kind":"blocker","message_id":"b","summary":"may I?",
                 "payload":{"approval":{"action":"rm","arguments":{"path":"all"}}}}
                """);
        for (var kind : List.of("ANSWER", "USER_RESPONSE", "decision")) {
            bob.post(
                            path,
                            """
                            {"to":"alice","kind":"%s","parent_id":"b","summary":"approve",
                             "payload":{"decision":"approve"}}
                            """
                                    .formatted(kind))
                    .expect(Problem.FORBIDDEN);
        }
        assertThat(ann.get("/api/questions/" + open + ".1").text("state")).isEqualTo("open");
    }

    @Test
    void aDigestMustBeGiven() {
        ann.get("/api/runs/" + run + "/approvals").expect(Problem.BAD_VALUE);
        ann.get("/api/runs/none/approvals?digest=x").expect(Problem.UNKNOWN_RUN);
    }

    private static String ask(String action, String arguments) {
        var json =
                """
                {"to":"user","kind":"REQUEST_USER_INPUT","summary":"may I?",
                 "payload":{"approval":{"action":"%s","arguments":%s}}}
                """
                        .formatted(action, arguments);
        return run + "." + alice.say(run, json);
    }

    private static String digest(String action, String arguments) {
        return Asked.digest(action, Json.parse(arguments));
    }

    private static boolean isApproved(String digest) {
        return alice.get("/api/runs/" + run + "/approvals?digest=" + digest)
                .expect(200)
                .json()
                .path("approved")
                .asBoolean();
    }
}

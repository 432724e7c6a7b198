package dev.parley.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.store.Cursor;
import dev.parley.store.postgres.PostgresStores;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses and cursors are checked like everything else that comes from outside. */
class BadQueryTest {
    private static TestParley parley;
    private static Caller alice;
    private static String run;

    @BeforeAll
    static void start() {
        parley = TestParley.on(new PostgresStores()).start();
        alice = parley.agent("alice");
        run = "/api/runs/" + alice.run("{}");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "after=-1", "after=x", "after=1.5", "after=", "after=9223372036854775808",
                "limit=0", "limit=-1", "limit=501", "limit=x", "limit=99999999999999999999",
                "wait=x", "wait=1.5", "format=xml", "format=", "after=1&after=2"
            })
    void aQueryValueOutsideItsRuleIsNamed(String query) {
        var reply = alice.get(run + "/messages?" + query).expect(Problem.BAD_VALUE);
        assertThat(reply.text("detail")).contains(query.substring(0, query.indexOf('=')));
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait=-5", "unknown=1", "limit=500", "after=0"})
    void harmlessQueriesAreTaken(String query) {
        alice.get(run + "/messages?" + query).expect(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%zz", "%", "%ff", "%c3"})
    void aQueryThatCannotBeDecodedIsNoIncident(String text) throws Exception {
        assertThat(RawHttp.get(parley, alice, run + "/messages?format=" + text))
                .matches("HTTP/1.1 4\\d\\d .*");
    }

    @Test
    void aPullsNumbersAreChecked() {
        for (var body :
                List.of(
                        "{\"after\":-1}",
                        "{\"after\":1.5}",
                        "{\"after\":\"1\"}",
                        "{\"after\":99999999999999999999}",
                        "{\"max_items\":0}",
                        "{\"max_items\":501}",
                        "{\"max_items\":99999999999999999999}",
                        "{\"max_items\":1e1}",
                        "{\"wait\":\"1\"}",
                        "{\"wait\":1.5}",
                        "{\"agent_id\":1}",
                        "{\"agent_id\":\"\"}",
                        "{\"epoch\":1}")) {
            alice.post(run + "/pull", body).expect(Problem.BAD_VALUE);
        }
    }

    @Test
    void whatIsNoCursorOfThisHubIsRefused() {
        var epoch = alice.get(run).text("epoch");
        for (var cursor :
                List.of(
                        "x",
                        "!!!",
                        "",
                        base64("no separator"),
                        Cursor.write(epoch, ""),
                        Cursor.write(epoch, "\u0000"),
                        Cursor.write(epoch, "a b"),
                        Cursor.write(epoch, "\ud83d\ude00"))) {
            var after = "?after=" + URLEncoder.encode(cursor, StandardCharsets.UTF_8);
            alice.get("/api/runs" + after).expect(Problem.BAD_VALUE);
            parley.owner().get("/api/tokens" + after).expect(Problem.BAD_VALUE);
        }
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a%20b", "%C3%A4", "a~!"})
    void anIdInAnAddressIsCheckedBeforeItIsLookedUp(String id) {
        alice.get("/api/runs/" + id).expect(Problem.BAD_VALUE);
        alice.get("/api/runs/" + id + "/messages").expect(Problem.BAD_VALUE);
        alice.get(run + "/messages/" + id).expect(Problem.BAD_VALUE);
        alice.post("/api/runs/" + id + "/pull", "{}").expect(Problem.BAD_VALUE);
        alice.get("/api/blobs/" + id).expect(Problem.BAD_VALUE);
        parley.owner().delete("/api/tokens/" + id).expect(Problem.BAD_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"%00", "a%0Ab", "%zz", "%ff"})
    void anAddressThatIsNoneIsRefused(String id) throws Exception {
        assertThat(RawHttp.get(parley, parley.owner(), "/api/runs/" + id))
                .startsWith("HTTP/1.1 400 ");
    }

    @Test
    void slashesAndDotsDoNotLeadElsewhere() {
        alice.get("/api/runs/..%2F..%2Fhealth").expect(Problem.BAD_REQUEST);
        alice.get("/api/runs/%2e%2e/tokens").expect(Problem.BAD_REQUEST);
        alice.get("/api/runs/").expect(Problem.NOT_FOUND);
        alice.get("/api/nothing").expect(Problem.NOT_FOUND);
        assertThat(alice.delete("/api/runs").expect(Problem.METHOD_NOT_ALLOWED).header("Allow"))
                .isEqualTo("GET, HEAD, POST");
    }
}

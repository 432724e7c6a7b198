package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Many dead letters are put back, or forgotten, at once. */
@ParameterizedClass
@EnumSource(TestDatabase.class)
class LetterPilesTest {
    private static final String LETTERS = "/api/dead-letters";

    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller alice;
    private Caller ann;
    private String run;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).start();
        alice = parley.agent("alice");
        ann = parley.person("ann");
        run = alice.run("{\"participants\":{\"a\":\"alice\",\"b\":\"bob\"}}");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void thoseThatCanBeArePutBackAndTheOthersStay() {
        refused("{\"to\":\"bob\",\"parent_id\":\"later\"}");
        refused("{\"to\":7}");
        alice.say(run, "{\"to\":\"bob\",\"message_id\":\"later\"}");
        var ids = ids(ann);
        var done = ann.post(LETTERS + "/requeue", named(ids)).expect(200);
        assertThat(done.number("requeued")).isEqualTo(1);
        assertThat(done.all("failed", "code")).containsExactly("bad-value");
        assertThat(ids(ann)).containsExactlyElementsOf(done.all("failed", "id"));
        var log = ann.get("/api/runs/" + run + "/messages").expect(200);
        assertThat(log.all("items", "from_agent")).containsOnly("a");
    }

    @Test
    void allWithACodeArePutBackOldestFirst() {
        for (int i = 1; i <= 3; i++) {
            refused("{\"to\":\"bob\",\"parent_id\":\"later\",\"message_id\":\"m%d\"}".formatted(i));
        }
        refused("{\"to\":7}");
        alice.say(run, "{\"to\":\"bob\",\"message_id\":\"later\"}");
        var some = ann.post(LETTERS + "/requeue", "{\"code\":\"unknown-parent\",\"max\":2}");
        assertThat(some.expect(200).number("requeued")).isEqualTo(2);
        assertThat(ann.get("/api/runs/" + run + "/messages").all("items", "message_id"))
                .containsExactly("later", "m1", "m2");
        var gone = ann.post(LETTERS + "/discard", "{\"code\":\"bad-value\"}").expect(200);
        assertThat(gone.number("discarded")).isEqualTo(1);
        assertThat(ids(ann)).hasSize(1);
    }

    @Test
    void theAuditNamesEachOfThem() {
        for (int i = 0; i < 20; i++) {
            refused("{\"to\":7}");
        }
        var ids = ids(ann);
        ann.post(LETTERS + "/discard", "{\"code\":\"bad-value\"}").expect(200);
        var kept = ann.get("/api/audit?action=POST%20/api/dead-letters/discard").expect(200);
        assertThat(kept.json().at("/items/0/detail").asText())
                .startsWith("20 discarded of those with bad-value: ")
                .contains(ids);
    }

    @Test
    void anAgentReachesOnlyItsOwn() {
        refused("{\"to\":7}");
        var bob = parley.agent("bob");
        var none = bob.post(LETTERS + "/discard", "{\"code\":\"bad-value\"}").expect(200);
        assertThat(none.number("discarded")).isZero();
        var refused = bob.post(LETTERS + "/discard", named(ids(ann))).expect(200);
        assertThat(refused.all("failed", "code")).containsExactly("unknown-dead-letter");
        assertThat(ids(ann)).hasSize(1);
    }

    @Test
    void aPersonPutsNoWordsIntoAnAgentsMouth() {
        refused("{\"to\":7}");
        ann.post(
                        LETTERS + "/" + ids(ann).getFirst() + "/requeue",
                        "{\"body\":{\"to\":\"bob\",\"summary\":\"hello\"}}")
                .expect(Problem.FORBIDDEN);
    }

    @Test
    void itIsSaidEitherWhichOrWithWhatCode() {
        ann.post(LETTERS + "/requeue", "{}").expect(Problem.BAD_VALUE);
        ann.post(LETTERS + "/requeue", "{\"ids\":[\"a.1\"],\"code\":\"x\"}")
                .expect(Problem.BAD_VALUE);
        ann.post(LETTERS + "/discard", "{\"code\":\"x\",\"max\":501}").expect(Problem.BAD_VALUE);
    }

    private void refused(String body) {
        assertThat(alice.post("/api/runs/" + run + "/messages", body).status()).isGreaterThan(299);
    }

    private static List<String> ids(Caller who) {
        return who.get(LETTERS).expect(200).all("items", "id");
    }

    private static String named(List<String> ids) {
        return "{\"ids\":[\"" + String.join("\",\"", ids) + "\"]}";
    }
}

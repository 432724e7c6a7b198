package dev.parley.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.store.table.DeadLetterTable;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What a known sender sent and what could not become a message is kept with the reason. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class DeadLettersTest {
    private static final String LETTERS = "/api/dead-letters";

    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller alice;
    private Caller bob;
    private String run;
    private String messages;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        run =
                alice.run(
                        "{\"protocol\":\"managed\",\"participants\":{\"manager\":\"alice\",\"worker\":\"bob\"}}");
        messages = "/api/runs/" + run + "/messages";
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void whatIsRefusedForItsContentIsListedWithTheReason() {
        alice.post(messages, "{\"to\":").expect(Problem.BAD_JSON);
        alice.post(messages, "{\"to\":7}").expect(Problem.BAD_VALUE);
        alice.post(messages, "{\"to\":\"worker\",\"kind\":\"own_kind\"}")
                .expect(Problem.UNKNOWN_KIND);
        alice.post(messages, "{\"to\":\"worker\",\"kind\":\"result_bundle\"}")
                .expect(Problem.WRONG_DIRECTION);
        var list = alice.get(LETTERS).expect(200);
        assertThat(list.all("items", "code"))
                .containsExactlyInAnyOrder(
                        "wrong-direction", "unknown-kind", "bad-value", "bad-json");
        assertThat(list.all("items", "type")).containsOnly("malformed");
        assertThat(list.all("items", "sender")).containsOnly("agent:alice");
        assertThat(list.all("items", "run_id")).containsOnly(run);
        assertThat(list.all("items", "body")).contains("{\"to\":");
        assertThat(list.all("items", "reason")).noneMatch(String::isBlank);
        assertThat(list.number("dropped")).isZero();
    }

    @Test
    void whatIsRefusedForItsSenderOrTheMomentIsNot() {
        alice.post(messages, "{\"to\":\"worker\",\"from_agent\":\"worker\"}")
                .expect(Problem.SENDER_MISMATCH);
        alice.post("/api/runs/none/messages", "{\"to\":\"worker\"}").expect(Problem.UNKNOWN_RUN);
        parley.agent("carol").post(messages, "{\"to\":\"worker\"}").expect(Problem.FORBIDDEN);
        parley.stranger().post(messages, "{\"to\":").expect(Problem.UNAUTHENTICATED);
        parley.token("{\"role\":\"observer\"}").post(messages, "{\"to\":").expect(403);
        alice.post(messages, "").expect(Problem.BAD_JSON);
        assertThat(parley.owner().get(LETTERS).elements("items")).isEmpty();
    }

    @Test
    void agentsSeeTheirOwnAndOthersThoseOfTheirSpace() {
        alice.post(messages, "[1]").expect(Problem.BAD_VALUE);
        bob.post(messages, "[2]").expect(Problem.BAD_VALUE);
        assertThat(alice.get(LETTERS).all("items", "body")).containsExactly("[1]");
        for (var caller : List.of(parley.owner(), parley.person("ann"))) {
            assertThat(caller.get(LETTERS).all("items", "body"))
                    .containsExactlyInAnyOrder("[1]", "[2]");
        }
        var other = parley.token("{\"person\":\"ann\",\"space\":\"other\"}");
        assertThat(other.get(LETTERS).expect(200).elements("items")).isEmpty();
        var id = letter(bob);
        alice.delete(LETTERS + "/" + id).expect(Problem.UNKNOWN_DEAD_LETTER);
        other.delete(LETTERS + "/" + id).expect(Problem.UNKNOWN_DEAD_LETTER);
        parley.person("ann").post(LETTERS + "/" + id + "/requeue", "{}").expect(Problem.BAD_VALUE);
        parley.person("ann").delete(LETTERS + "/" + id).expect(204);
        assertThat(bob.get(LETTERS).elements("items")).isEmpty();
        bob.delete(LETTERS + "/" + id).expect(Problem.UNKNOWN_DEAD_LETTER);
        bob.delete(LETTERS + "/nonsense").expect(Problem.UNKNOWN_DEAD_LETTER);
    }

    @Test
    void aCorrectedLetterBecomesAMessageOfItsSenderOnce() {
        bob.post(messages, "{\"to\":\"manager\",\"kind\":\"own_kind\",\"message_id\":\"m1\"}")
                .expect(Problem.UNKNOWN_KIND);
        var requeue = LETTERS + "/" + letter(bob) + "/requeue";
        bob.post(requeue, "{}").expect(Problem.UNKNOWN_KIND);
        assertThat(bob.get(LETTERS).elements("items")).hasSize(1);
        var corrected =
                "{\"body\":{\"to\":\"manager\",\"message_id\":\"m1\",\"kind\":\"blocker\"}}";
        alice.say(run, "{\"to\":\"worker\",\"kind\":\"intent_brief\"}");
        parley.owner().post(requeue, corrected).expect(201);
        var message = alice.get(messages + "/m1").expect(200);
        assertThat(message.text("from_agent")).isEqualTo("worker");
        assertThat(message.text("sender")).isEqualTo("agent:bob");
        assertThat(bob.get(LETTERS).elements("items")).isEmpty();
        bob.post(requeue, corrected).expect(Problem.UNKNOWN_DEAD_LETTER);
    }

    @Test
    void ofALargeOneTheBeginningIsKept() {
        var bytes = new byte[100_000];
        bytes[0] = '{';
        bytes[1] = (byte) 0xff;
        alice.post(messages, BodyPublishers.ofByteArray(bytes), "Content-Type", "application/json")
                .expect(Problem.BAD_JSON);
        var item = alice.get(LETTERS).expect(200).elements("items").getFirst();
        assertThat(item.path("size").asInt()).isEqualTo(100_000);
        assertThat(item.path("body").asText()).hasSize(DeadLetters.MAX_BYTES).startsWith("{\ufffd");
        alice.post(LETTERS + "/" + letter(alice) + "/requeue", "{}").expect(Problem.CONFLICT);
    }

    @Test
    void theOldestOfAThousandMakesRoomAndIsCounted() {
        int sent = DeadLetterTable.MAX_KEPT + 3;
        var replies =
                IntStream.range(0, sent)
                        .mapToObj(i -> (Runnable) () -> alice.post(messages, "[" + i + "]"))
                        .toList();
        replies.parallelStream().forEach(Runnable::run);
        bob.post(messages, "[]").expect(Problem.BAD_VALUE);
        assertThat(alice.get(LETTERS).number("dropped")).isEqualTo(3);
        assertThat(bob.get(LETTERS).number("dropped")).isZero();
        int kept = 0;
        var page = alice.get(LETTERS + "?limit=400").expect(200);
        while (!page.json().path("next").isNull()) {
            kept += page.elements("items").size();
            page = alice.get(LETTERS + "?limit=400&after=" + page.text("next")).expect(200);
        }
        assertThat(page.elements("items")).isNotEmpty();
        kept += page.elements("items").size();
        assertThat(kept).isEqualTo(DeadLetterTable.MAX_KEPT);
    }

    private static String letter(Caller caller) {
        return caller.get(LETTERS).expect(200).elements("items").getFirst().path("id").asText();
    }

    @Test
    void aLetterStaysWhenAGuardStopsWhatItWouldBecome() {
        parley.close();
        parley = TestParley.on(database).with("guards.internal-loop", "1").start();
        alice = parley.agent("alice");
        run =
                alice.run(
                        "{\"protocol\":\"managed\",\"participants\":{\"manager\":\"alice\",\"worker\":\"bob\"}}");
        alice.post("/api/runs/" + run + "/messages", "{\"to\":\"worker\",\"kind\":\"own_kind\"}")
                .expect(Problem.UNKNOWN_KIND);
        var check = "{\"to\":\"worker\",\"kind\":\"status_check\"}";
        alice.say(run, check);
        alice.post(LETTERS + "/" + letter(alice) + "/requeue", "{\"body\":" + check + "}")
                .expect(Problem.INTERNAL_LOOP);
        assertThat(alice.get(LETTERS).elements("items")).hasSize(1);
    }
}

package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A message has one place in its run, however often it is sent. */
class PostTest {
    private static TestParley parley;
    private static Caller alice;
    private static Caller bob;
    private String run;
    private String messages;

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

    @BeforeEach
    void begin() {
        run = alice.run("{}");
        messages = "/api/runs/" + run + "/messages";
    }

    @Test
    void theFirstTimeItIsCreatedAndAfterwardsADuplicateWithTheFirstSeq() {
        alice.say(run, "{\"to\":\"bob\"}");
        var body = "{\"message_id\":\"m1\",\"to\":\"bob\",\"summary\":\"hello\"}";
        var first = alice.post(messages, body).expect(201);
        alice.say(run, "{\"to\":\"bob\"}");
        var again = alice.post(messages, body).expect(200);
        assertThat(first.json().has("duplicate")).isFalse();
        assertThat(first.number("seq")).isEqualTo(2);
        assertThat(again.number("seq")).isEqualTo(2);
        assertThat(again.json().get("duplicate").asBoolean()).isTrue();
        assertThat(alice.get(messages).seqs("items")).containsExactly(1L, 2L, 3L);
    }

    @Test
    void theOrderOfKeysAndTheSpellingOfFieldsMakeNoDifference() {
        alice.post(
                        messages,
                        "{\"message_id\":\"m1\",\"to_agent\":\"bob\",\"payload\":{\"a\":1,\"b\":2}}")
                .expect(201);
        alice.post(
                        messages,
                        "{\"payload\":{\"b\":2,\"a\":1.0},\"toAgent\":\"bob\",\"messageId\":\"m1\"}")
                .expect(200);
    }

    @Test
    void theSameIdWithOtherContentIsAConflict() {
        alice.post(messages, "{\"message_id\":\"m1\",\"to\":\"bob\",\"summary\":\"a\"}")
                .expect(201);
        alice.post(messages, "{\"message_id\":\"m1\",\"to\":\"bob\",\"summary\":\"b\"}")
                .expect(Problem.MESSAGE_ID_CONFLICT);
        assertThat(alice.get(messages).elements("items")).hasSize(1);
    }

    @Test
    void theSameIdFromAnotherSenderIsAConflict() {
        alice.post(messages, "{\"message_id\":\"m1\",\"to\":\"carol\"}").expect(201);
        bob.post(messages, "{\"message_id\":\"m1\",\"to\":\"carol\"}")
                .expect(Problem.MESSAGE_ID_CONFLICT);
    }

    @Test
    void theSameIdInAnotherRunIsAnotherMessage() {
        alice.post(messages, "{\"message_id\":\"m1\",\"to\":\"bob\"}").expect(201);
        alice.say(alice.run("{}"), "{\"message_id\":\"m1\",\"to\":\"bob\",\"summary\":\"b\"}");
    }

    @Test
    void ofManyWhoSendTheSameAtOnceExactlyOneIsFirst() {
        var body = "{\"message_id\":\"m1\",\"to\":\"bob\"}";
        var replies =
                Stream.generate(() -> alice.postLater(messages, body)).limit(16).toList().stream()
                        .map(CompletableFuture::join)
                        .toList();
        assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(1);
        assertThat(replies).filteredOn(reply -> reply.status() == 200).hasSize(15);
        assertThat(replies).allMatch(reply -> reply.number("seq") == 1);
        assertThat(alice.get(messages).elements("items")).hasSize(1);
    }

    @Test
    void aReplyMustNameAMessageOfTheRunAndJoinsItsThread() {
        alice.post(messages, "{\"message_id\":\"m1\",\"to\":\"bob\"}").expect(201);
        bob.post(messages, "{\"message_id\":\"m2\",\"to\":\"alice\",\"in_response_to\":\"m1\"}")
                .expect(201);
        var reply = alice.get(messages + "/m2").expect(200);
        assertThat(reply.text("parent_id")).isEqualTo("m1");
        assertThat(reply.text("thread_id")).isEqualTo("m1");
        bob.post(messages, "{\"to\":\"alice\",\"parent_id\":\"m9\"}")
                .expect(Problem.UNKNOWN_PARENT);
        var elsewhere = alice.run("{}");
        bob.post("/api/runs/" + elsewhere + "/messages", "{\"to\":\"alice\",\"parent_id\":\"m1\"}")
                .expect(Problem.UNKNOWN_PARENT);
        assertThat(alice.get(messages).elements("items")).hasSize(2);
    }

    @Test
    void aMessageThatIsNotThereIsUnknown() {
        alice.get(messages + "/m1").expect(Problem.UNKNOWN_MESSAGE);
    }
}

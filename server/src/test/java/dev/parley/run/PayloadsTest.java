package dev.parley.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Large payloads leave the log for a blob; still larger ones are uploaded first. */
class PayloadsTest {
    private static TestParley parley;
    private static Caller alice;
    private static String messages;

    @BeforeAll
    static void start() {
        parley = TestParley.with("blobs.quota", "600 KiB").start();
        alice = parley.agent("alice");
        messages = "/api/runs/" + alice.run("{}") + "/messages";
    }

    @AfterAll
    static void stop() {
        assertThat(parley.owner().get("/api/check").text()).contains("\"ok\":true");
        parley.close();
    }

    @Test
    void partsMayNotTakeMoreRoomInTheLogThanAPayload() {
        var parts = "[{\"type\":\"text\",\"content\":\"" + "x".repeat(64 << 10) + "\"}]";
        alice.post(messages, "{\"to\":\"bob\",\"parts\":" + parts + "}").expect(Problem.BODY_SIZE);
    }

    @Test
    void nothingIsKeptOfWhatIsRefused() {
        long before = blobBytes();
        var impostor = "{\"to\":\"bob\",\"from\":\"carol\",\"payload\":" + payload(100 << 10) + "}";
        alice.post(messages, impostor).expect(Problem.SENDER_MISMATCH);
        assertThat(blobBytes()).isEqualTo(before);
    }

    private static long blobBytes() {
        return parley.owner().get("/api/usage").json().at("/totals/blob_bytes").asLong();
    }

    @Test
    void upTo64KibStaysInTheLogAndMoreBecomesABlob() {
        var small = payload(64 << 10);
        alice.post(messages, message("m1", small)).expect(201);
        var kept = alice.get(messages + "/m1").json();
        assertThat(kept.get("payload").toString()).isEqualTo(small);
        assertThat(kept.has("payload_ref")).isFalse();

        var larger = payload((64 << 10) + 1);
        alice.post(messages, message("m2", larger)).expect(201);
        var moved = alice.get(messages + "/m2").json();
        assertThat(moved.get("payload")).isEmpty();
        assertThat(moved.at("/payload_ref/size").asInt()).isEqualTo(larger.length());
        var blob = alice.get("/api/blobs/" + moved.at("/payload_ref/blob_id").asText());
        assertThat(blob.expect(200).text()).isEqualTo(larger);
        assertThat(blob.header("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void aMovedPayloadSentAgainIsADuplicateAndCostsNoRoom() {
        var body = message("again", payload(100 << 10));
        long seq = alice.post(messages, body).expect(201).number("seq");
        for (int i = 0; i < 10; i++) {
            assertThat(alice.post(messages, body).expect(200).number("seq")).isEqualTo(seq);
        }
        alice.post(messages, message("again", payload(100 << 10).replace("xx", "xy")))
                .expect(Problem.MESSAGE_ID_CONFLICT);
    }

    @Test
    void over256KibIsRefusedAndShownTheWay() {
        alice.post(messages, message("m3", payload((256 << 10) + 1))).expect(Problem.BODY_SIZE);
        var reply = alice.post(messages, message("m3", payload(300 << 10)));
        assertThat(reply.expect(Problem.BODY_SIZE).text("detail")).contains("POST /api/blobs");
        alice.get(messages + "/m3").expect(Problem.UNKNOWN_MESSAGE);
    }

    @Test
    void anUploadedPayloadIsReferredTo() {
        var up = alice.post("/api/blobs", BodyPublishers.ofString("much text")).expect(201);
        alice.post(messages, refer("m4", up.json())).expect(201);
        assertThat(alice.get(messages + "/m4").json().get("payload_ref")).isEqualTo(up.json());
        alice.post(messages, refer("m4", up.json())).expect(200);
    }

    @Test
    void whatIsReferredToMustBeThereAndBeTheSame() {
        var up = alice.post("/api/blobs", BodyPublishers.ofString("text")).expect(201).json();
        alice.post(messages, refer("m5", up.deepCopy().put("blob_id", "blob_nowhere")))
                .expect(Problem.UNKNOWN_BLOB);
        alice.post(messages, refer("m5", up.deepCopy().put("size", 5))).expect(Problem.BAD_VALUE);
        alice.post(messages, refer("m5", up.deepCopy().put("sha256", "0".repeat(64))))
                .expect(Problem.BAD_VALUE);
        alice.post(messages, refer("m5", up.deepCopy().put("sha256", "short")))
                .expect(Problem.BAD_VALUE);
        alice.get(messages + "/m5").expect(Problem.UNKNOWN_MESSAGE);
    }

    private static String refer(String id, ObjectNode ref) {
        var message = Json.object().put("message_id", id).put("to", "bob");
        message.set("payload_ref", ref);
        return message.toString();
    }

    private static String message(String id, String payload) {
        return "{\"message_id\":\"" + id + "\",\"to\":\"bob\",\"payload\":" + payload + "}";
    }

    /** A payload of exactly so many bytes. */
    private static String payload(int size) {
        return "{\"text\":\"" + "x".repeat(size - 11) + "\"}";
    }
}

package dev.parley.store.blob;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Blobs go up in one stream and come down whole or in part. */
class BlobsHttpTest {
    private static final Map<TestDatabase, TestParley> HUBS = new EnumMap<>(TestDatabase.class);

    @BeforeAll
    static void start() {
        for (var database : TestDatabase.values()) {
            HUBS.put(
                    database,
                    TestParley.on(database)
                            .with("blobs.max-size", "1 MiB")
                            .with("blobs.quota", "4 MiB")
                            .start());
        }
    }

    @AfterAll
    static void stop() {
        HUBS.values().forEach(TestParley::close);
    }

    @ParameterizedTest
    @EnumSource
    void whatWentUpComesDownWithItsDigestAndType(TestDatabase database) throws Exception {
        var alice = hub(database).agent("alice");
        var bytes = random(700_000);
        var up =
                alice.post(
                        "/api/blobs",
                        BodyPublishers.ofByteArray(bytes),
                        "Content-Type",
                        "image/png");
        assertThat(up.expect(201).number("size")).isEqualTo(bytes.length);
        assertThat(up.text("sha256")).isEqualTo(sha256(bytes));
        var down = alice.get("/api/blobs/" + up.text("blob_id")).expect(200);
        assertThat(down.body()).isEqualTo(bytes);
        assertThat(down.header("Content-Type")).isEqualTo("image/png");
        assertThat(down.header("ETag")).isEqualTo('"' + sha256(bytes) + '"');
        assertThat(down.header("Content-Length")).isEqualTo("700000");
        assertThat(down.header("Accept-Ranges")).isEqualTo("bytes");
        assertThat(down.header("Content-Disposition")).isEqualTo("attachment");
        assertThat(down.header("Content-Security-Policy")).contains("sandbox");
    }

    @ParameterizedTest
    @EnumSource
    void aStreamOfUnknownLengthIsTaken(TestDatabase database) {
        var alice = hub(database).agent("alice");
        var bytes = random(300_001);
        var body = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes));
        var up = alice.post("/api/blobs", body).expect(201);
        assertThat(alice.get("/api/blobs/" + up.text("blob_id")).body()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyBlobIsABlob(TestDatabase database) {
        var alice = hub(database).agent("alice");
        var up = alice.post("/api/blobs", BodyPublishers.noBody()).expect(201);
        assertThat(up.number("size")).isZero();
        assertThat(alice.get("/api/blobs/" + up.text("blob_id")).expect(200).body()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void aPartIsServedWhereverItLies(TestDatabase database) {
        var alice = hub(database).agent("alice");
        var bytes = random(600_000);
        var up = alice.post("/api/blobs", BodyPublishers.ofByteArray(bytes)).expect(201);
        var blob = "/api/blobs/" + up.text("blob_id");
        assertPart(alice, blob, "bytes=0-9", bytes, 0, 10);
        assertPart(alice, blob, "bytes=262143-262145", bytes, 262_143, 3);
        assertPart(alice, blob, "bytes=300000-", bytes, 300_000, 300_000);
        assertPart(alice, blob, "bytes=-5", bytes, 599_995, 5);
        assertPart(alice, blob, "bytes=599999-900000", bytes, 599_999, 1);
        for (var nowhere : List.of("bytes=600000-", "bytes=999999999-", "bytes=-0")) {
            ranged(alice, blob, nowhere).expect(Problem.BAD_RANGE);
        }
        for (var ignored :
                List.of("bytes=x-y", "bytes=1-2,4-5", "lines=1-2", "bytes=-", "bytes=9-5")) {
            assertThat(ranged(alice, blob, ignored).expect(200).body()).hasSize(600_000);
        }
        assertThat(ranged(alice, blob, "bytes=-900000").expect(200).body()).isEqualTo(bytes);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsTooLargeIsRefusedAnnouncedOrNot(TestDatabase database) {
        var alice = hub(database).agent("alice");
        var bytes = new byte[(1 << 20) + 1];
        alice.post("/api/blobs", BodyPublishers.ofByteArray(bytes)).expect(Problem.BODY_SIZE);
        var unannounced = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes));
        alice.post("/api/blobs", unannounced).expect(Problem.BODY_SIZE);
    }

    @ParameterizedTest
    @EnumSource
    void theQuotaIsPerSpaceAndIsFoundOutEitherWay(TestDatabase database) {
        var hub = hub(database);
        var alice = hub.token("{\"agent\":\"alice\",\"space\":\"small\"}");
        var large = new byte[1 << 20];
        for (int i = 0; i < 4; i++) {
            alice.post("/api/blobs", BodyPublishers.ofByteArray(large)).expect(201);
        }
        alice.post("/api/blobs", BodyPublishers.ofByteArray(new byte[1])).expect(Problem.QUOTA);
        var unannounced = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(new byte[1]));
        alice.post("/api/blobs", unannounced).expect(Problem.QUOTA);
        hub.agent("alice").post("/api/blobs", BodyPublishers.ofByteArray(new byte[1])).expect(201);
    }

    @ParameterizedTest
    @EnumSource
    void anUploadThatIsRepeatedWithItsKeyIsOneBlob(TestDatabase database) {
        var alice = hub(database).agent("alice");
        var one = BodyPublishers.ofString("one");
        var first = alice.post("/api/blobs", one, "Idempotency-Key", "b1").expect(201);
        var again = alice.post("/api/blobs", one, "Idempotency-Key", "b1").expect(200);
        assertThat(again.text("blob_id")).isEqualTo(first.text("blob_id"));
        assertThat(alice.get("/api/blobs/" + first.text("blob_id")).text()).isEqualTo("one");
        alice.post("/api/blobs", BodyPublishers.ofString("two"), "Idempotency-Key", "b1")
                .expect(Problem.IDEMPOTENCY_MISMATCH);
        assertThat(hub(database).owner().get("/api/check").text()).contains("\"ok\":true");
    }

    @ParameterizedTest
    @EnumSource
    void aTypeThatIsNoTypeIsNoIncident(TestDatabase database) {
        var alice = hub(database).agent("alice");
        for (var type : List.of("x".repeat(12_000), "text/html; a=\u00e4", "nonsense", " ")) {
            var body = BodyPublishers.ofString("<script>");
            var up = alice.post("/api/blobs", body, "Content-Type", type);
            if (up.status() == 201) {
                var down = alice.get("/api/blobs/" + up.text("blob_id")).expect(200);
                assertThat(down.text()).isEqualTo("<script>");
            } else {
                assertThat(up.status()).as(up.text()).isBetween(400, 499);
            }
        }
    }

    @Test
    void aBlobThatIsNotThereIsUnknown() {
        var alice = hub(TestDatabase.SQLITE).agent("alice");
        alice.get("/api/blobs/blob_nowhere").expect(Problem.UNKNOWN_BLOB);
    }

    private static TestParley hub(TestDatabase database) {
        return Objects.requireNonNull(HUBS.get(database));
    }

    private static void assertPart(
            Caller caller, String blob, String range, byte[] bytes, int first, int length) {
        var part = ranged(caller, blob, range).expect(206);
        assertThat(part.body()).isEqualTo(Arrays.copyOfRange(bytes, first, first + length));
        assertThat(part.header("Content-Range"))
                .isEqualTo("bytes " + first + "-" + (first + length - 1) + "/" + bytes.length);
    }

    private static Reply ranged(Caller caller, String blob, String range) {
        return caller.send(caller.request(blob).header("Range", range));
    }

    private static byte[] random(int size) {
        var bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return bytes;
    }

    private static String sha256(byte[] bytes) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}

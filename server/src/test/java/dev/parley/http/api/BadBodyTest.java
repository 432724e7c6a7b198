package dev.parley.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A body that is no message is refused by the name of what is wrong, and nothing is stored. */
class BadBodyTest {
    private static TestParley parley;
    private static Caller alice;
    private static String run;
    private static String messages;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        run = alice.run("{}");
        messages = "/api/runs/" + run + "/messages";
    }

    @AfterAll
    static void stop() {
        assertThat(alice.get(messages).elements("items")).as("nothing was stored").isEmpty();
        parley.close();
    }

    /** Every address that takes JSON. */
    static Stream<String> doors() {
        return Stream.of("/api/runs", messages, pull(), "/api/runs/" + run + "/ack");
    }

    private static String pull() {
        return "/api/runs/" + run + "/pull";
    }

    @ParameterizedTest
    @MethodSource("doors")
    void whatIsNotCalledJsonIsRefused(String door) {
        var body = BodyPublishers.ofString("{\"to\":\"bob\"}");
        alice.post(door, body).expect(Problem.MEDIA_TYPE);
        alice.post(door, body, "Content-Type", "text/plain").expect(Problem.MEDIA_TYPE);
        alice.post(door, body, "Content-Type", "application/x-www-form-urlencoded")
                .expect(Problem.MEDIA_TYPE);
        alice.post(door, body, "Content-Type", "application/json; charset=utf-16")
                .expect(Problem.MEDIA_TYPE);
        alice.post(door, body, "Content-Type", "application/json", "Content-Encoding", "gzip")
                .expect(Problem.MEDIA_TYPE);
    }

    @ParameterizedTest
    @MethodSource("doors")
    void whatIsNotJsonIsRefused(String door) {
        for (var text :
                List.of(
                        "{",
                        "}",
                        "nope",
                        "{'a':1}",
                        "{\"a\":}",
                        "{\"a\":1,}",
                        "{} {}",
                        " ",
                        "NaN")) {
            alice.post(door, text).expect(Problem.BAD_JSON);
        }
    }

    @ParameterizedTest
    @MethodSource("doors")
    void whatIsNotUtf8IsRefused(String door) {
        var latin = "{\"to\":\"b\u00f6b\"}".getBytes(StandardCharsets.ISO_8859_1);
        alice.post(door, BodyPublishers.ofByteArray(latin), "Content-Type", "application/json")
                .expect(Problem.BAD_JSON);
    }

    @ParameterizedTest
    @MethodSource("doors")
    void whatIsNotAnObjectIsRefused(String door) {
        for (var text : List.of("[]", "null", "1", "\"text\"", "true")) {
            alice.post(door, text).expect(Problem.BAD_VALUE);
        }
    }

    @ParameterizedTest
    @MethodSource("doors")
    void aKeyThatStandsThereTwiceIsRefused(String door) {
        alice.post(door, "{\"to\":\"bob\",\"to\":\"bob\"}").expect(Problem.BAD_JSON);
        alice.post(door, "{\"to\":\"bob\",\"payload\":{\"a\":1,\"a\":1}}").expect(Problem.BAD_JSON);
    }

    @ParameterizedTest
    @MethodSource("doors")
    void whatIsTooDeepIsRefused(String door) {
        alice.post(door, "{\"payload\":" + "[".repeat(64) + "]".repeat(64) + "}")
                .expect(Problem.JSON_DEPTH);
        alice.post(door, "[".repeat(100_000)).expect(Problem.JSON_DEPTH);
    }

    @ParameterizedTest
    @MethodSource("doors")
    void whatIsTooLargeIsRefusedAndShownTheWay(String door) {
        var large = "{\"payload\":{\"text\":\"" + "x".repeat(1 << 20) + "\"}}";
        var reply = alice.post(door, large).expect(Problem.BODY_SIZE);
        assertThat(reply.text("detail")).contains("POST /api/blobs");
        var unannounced =
                BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(large.getBytes(StandardCharsets.UTF_8)));
        alice.post(door, unannounced, "Content-Type", "application/json").expect(Problem.BODY_SIZE);
    }

    @ParameterizedTest
    @MethodSource("doors")
    void aNumberOrKeyWithoutEndIsRefused(String door) {
        alice.post(door, "{\"payload\":{\"n\":" + "9".repeat(1_001) + "}}")
                .expect(Problem.BAD_VALUE);
        alice.post(door, "{\"" + "k".repeat(60_000) + "\":1}").expect(Problem.BAD_VALUE);
    }

    @Test
    void aMessageNeedsABody() {
        alice.post(messages, "").expect(Problem.BAD_JSON);
        alice.post("/api/runs/" + run + "/ack", "").expect(Problem.BAD_JSON);
        alice.post("/api/tokens", "").expect(Problem.FORBIDDEN);
        parley.owner().post("/api/tokens", "").expect(Problem.BAD_JSON);
    }
}

package dev.parley.http;

import static dev.parley.http.TestHttp.code;
import static dev.parley.http.TestHttp.header;
import static dev.parley.http.TestHttp.json;
import static dev.parley.http.TestHttp.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.ParleyException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BodyTest {
    private static final int MIB = 1024 * 1024;

    private static String jsonOf(int bytes) {
        return "{\"a\":\"" + "x".repeat(bytes - 8) + "\"}";
    }

    @Test
    void aJsonBodyMayBeOneMebibyteSizedOrChunked() throws Exception {
        try (var http = TestHttp.at("/j", call -> said("" + call.json().path("a").size()))) {
            assertThat(http.post("/j", jsonOf(MIB)).statusCode()).isEqualTo(200);
            var body = jsonOf(MIB).getBytes(StandardCharsets.UTF_8);
            var chunked = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
            assertThat(http.send(http.posting("/j", "").POST(chunked)).statusCode()).isEqualTo(200);
        }
    }

    @Test
    void aLargerOneIsSentToTheBlobs() throws Exception {
        try (var http = TestHttp.at("/j", call -> Answer.ok(call.json()))) {
            var sized = http.post("/j", jsonOf(MIB + 1));
            assertTooLarge(sized);
            var body = jsonOf(4 * MIB).getBytes(StandardCharsets.UTF_8);
            var chunked = BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
            assertTooLarge(http.send(http.posting("/j", "").POST(chunked)));
        }
    }

    private static void assertTooLarge(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(code(answer)).isEqualTo("body-size");
        assertThat(json(answer).path("detail").asText())
                .contains("1048576")
                .contains("POST /api/blobs");
    }

    @Test
    void anUploadIsReadAsItArrivesUpToTheHandlersOwnLimit() throws Exception {
        Handler upload = call -> said("" + call.body(3 * MIB).readAllBytes().length);
        try (var http = TestHttp.at("/u", upload)) {
            var fits = http.request("/u").POST(BodyPublishers.ofByteArray(new byte[3 * MIB]));
            assertThat(said(http.send(fits))).isEqualTo("" + 3 * MIB);
            var more = http.request("/u").POST(BodyPublishers.ofByteArray(new byte[3 * MIB + 1]));
            var refused = http.send(more);
            assertThat(code(refused)).isEqualTo("body-size");
            assertThat(json(refused).path("detail").asText()).doesNotContain("blobs");
        }
    }

    @Test
    void aHandlerSeesTheFirstBytesBeforeTheLastAreSent() throws Exception {
        var first = new CompletableFuture<Integer>();
        Handler upload =
                call -> {
                    try (var in = call.body(MIB)) {
                        first.complete(in.read());
                        return said("" + in.readAllBytes().length);
                    }
                };
        try (var http = TestHttp.at("/u", upload);
                var wire = http.connect()) {
            wire.request(
                            "POST /u HTTP/1.1",
                            "Host: localhost",
                            "Authorization: Bearer owner",
                            "Content-Length: 4")
                    .send("A");
            assertThat(first.get()).isEqualTo((int) 'A');
            wire.send("BCD");
            assertThat(wire.readUntil("\"3\"}")).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void aClientThatWaitsForLeaveIsRefusedBeforeItSendsTheBody() throws Exception {
        try (var http = TestHttp.at("/j", call -> Answer.ok(call.json()));
                var wire = http.connect()) {
            wire.request(
                    "POST /j HTTP/1.1",
                    "Host: localhost",
                    "Content-Length: 2",
                    "Expect: 100-continue");
            assertThat(wire.readAll()).startsWith("HTTP/1.1 401 ").doesNotContain("100 Continue");
        }
    }

    @Test
    void aBodyThatNobodyReadsDoesNotEndTheConnection() throws Exception {
        try (var http = TestHttp.at("/n", call -> said("fine"));
                var wire = http.connect()) {
            for (int i = 0; i < 3; i++) {
                wire.request(
                                "POST /n HTTP/1.1",
                                "Host: localhost",
                                "Authorization: Bearer owner",
                                "Content-Length: 5")
                        .send("hello");
                assertThat(wire.readUntil("fine\"}")).doesNotContain("Connection: close");
            }
        }
    }

    @Test
    void aLargeBodyThatNobodyReadsStillGetsItsAnswer() throws Exception {
        try (var http = TestHttp.at("/n", call -> said("fine"))) {
            var request =
                    http.request("/n")
                            .setHeader("Authorization", "Bearer observer")
                            .POST(BodyPublishers.ofByteArray(new byte[8 * MIB]));
            var answer = http.send(request);
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(header(answer, "Connection")).isEqualTo("close");
        }
    }

    @Test
    void aStrangersLargeBodyIsNotReadToItsEnd() throws Exception {
        var minute = Duration.ofMinutes(1);
        try (var log = Log.capture();
                var http =
                        TestHttp.at(
                                s -> s.waiting(minute, minute, Duration.ofSeconds(5)),
                                "/n",
                                call -> said("fine"));
                var wire = http.connect()) {
            wire.request("POST /n HTTP/1.1", "Host: localhost", "Content-Length: " + 8 * MIB)
                    .send("x".repeat(64 * 1024 + 1));
            assertThat(wire.readAll()).startsWith("HTTP/1.1 401 ").contains("Connection: close");
            http.server.close();
            assertThat(log.text()).doesNotContain("requests-cut");
        }
    }

    @Test
    void aBodyThatFallsSilentTimesOut() throws Exception {
        var brief = Duration.ofMillis(200);
        try (var http =
                TestHttp.at(
                        settings -> settings.waiting(brief, brief, brief),
                        "/j",
                        call -> Answer.ok(call.json()))) {
            assertThat(
                            http.raw(
                                    "POST /j HTTP/1.1",
                                    "Host: localhost",
                                    "Authorization: Bearer owner",
                                    "Content-Type: application/json",
                                    "Content-Length: 20",
                                    "",
                                    "{\"a\":"))
                    .startsWith("HTTP/1.1 408 ")
                    .contains("application/problem+json")
                    .contains("request-timeout");
        }
    }

    @Test
    void aBodyThatTricklesInIsCutOff() throws Exception {
        try (var http =
                        TestHttp.at(
                                settings ->
                                        settings.waiting(
                                                Duration.ofSeconds(60),
                                                Duration.ZERO,
                                                Duration.ZERO),
                                "/j",
                                call -> Answer.ok(call.json()));
                var wire = http.connect()) {
            wire.request(
                    "POST /j HTTP/1.1",
                    "Host: localhost",
                    "Authorization: Bearer owner",
                    "Content-Type: application/json",
                    "Content-Length: 100000");
            wire.send("{  ");
            assertThat(wire.readAll()).startsWith("HTTP/1.1 408 ").contains("request-timeout");
        }
    }

    @Test
    void aClientThatLeavesInMidBodyIsNoIncident() throws Exception {
        var outcome = new CompletableFuture<Throwable>();
        Handler upload =
                call -> {
                    try {
                        return said("" + call.body(MIB).readAllBytes().length);
                    } catch (IOException | ParleyException e) {
                        outcome.complete(e);
                        throw e;
                    }
                };
        try (var log = Log.capture();
                var http = TestHttp.at("/u", upload);
                var wire = http.connect()) {
            wire.request(
                            "POST /u HTTP/1.1",
                            "Host: localhost",
                            "Authorization: Bearer owner",
                            "Content-Length: 100")
                    .send("A");
            wire.vanish();
            assertThat(outcome.get()).hasMessageContaining("ended early");
            http.server.close();
            assertThat(log.text()).doesNotContain("incident").doesNotContain("\tat ");
        }
    }
}

package dev.parley.http;

import static dev.parley.http.TestHttp.code;
import static dev.parley.http.TestHttp.header;
import static dev.parley.http.TestHttp.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AnswerTest {
    private static final int MIB = 1024 * 1024;

    @Test
    void anAnswerIsJsonThatNobodyKeepsOrGuessesAt() throws Exception {
        var body = JsonNodeFactory.instance.objectNode().put("seq", 1);
        try (var http = TestHttp.at("/c", call -> Answer.created(body))) {
            var answer = http.post("/c", "{}");
            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(answer.body()).isEqualTo("{\"seq\":1}\n");
            assertThat(header(answer, "Content-Type")).isEqualTo("application/json");
            assertThat(header(answer, "Content-Length")).isEqualTo("10");
            assertThat(header(answer, "Cache-Control")).isEqualTo("no-store");
            assertThat(header(answer, "X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(header(answer, "Server")).isEmpty();
        }
    }

    @Test
    void headersAndStatusCanBeChosen() throws Exception {
        byte[] page = "<p>hello".getBytes(StandardCharsets.UTF_8);
        Handler handler =
                call ->
                        Answer.bytes("text/html", page)
                                .withStatus(203)
                                .with("Cache-Control", "max-age=60")
                                .with("ETag", "\"1\"");
        try (var http = TestHttp.at("/p", handler)) {
            var answer = http.get("/p");
            assertThat(answer.statusCode()).isEqualTo(203);
            assertThat(answer.body()).isEqualTo("<p>hello");
            assertThat(answer.headers().allValues("Cache-Control")).containsExactly("max-age=60");
            assertThat(header(answer, "ETag")).isEqualTo("\"1\"");
        }
    }

    @Test
    void noContentIsNothing() throws Exception {
        try (var http = TestHttp.at("/d", call -> Answer.noContent())) {
            var answer = http.get("/d");
            assertThat(answer.statusCode()).isEqualTo(204);
            assertThat(answer.body()).isEmpty();
        }
    }

    @Test
    void aStreamOfAnyLengthArrivesWhole() throws Exception {
        StreamWriter zip =
                out -> {
                    try (var file = new ZipOutputStream(out)) {
                        file.putNextEntry(new ZipEntry("log.ndjson"));
                        file.write(new byte[3 * MIB]);
                    }
                };
        try (var http = TestHttp.at("/z", call -> Answer.stream("application/zip", zip))) {
            var answer =
                    http.client().send(http.request("/z").build(), BodyHandlers.ofInputStream());
            assertThat(header(answer, "Transfer-Encoding")).isEqualTo("chunked");
            try (var file = new ZipInputStream(answer.body())) {
                assertThat(file.getNextEntry()).isNotNull();
                assertThat(file.readAllBytes()).hasSize(3 * MIB);
                assertThat(file.getNextEntry()).isNull();
            }
        }
    }

    @Test
    void aStreamOfKnownLengthSaysSo() throws Exception {
        Handler part =
                call ->
                        Answer.stream(
                                        "application/octet-stream",
                                        MIB,
                                        out -> out.write(new byte[MIB]))
                                .withStatus(206)
                                .with("Content-Range", "bytes 0-1048575/2097152");
        try (var http = TestHttp.at("/b", part)) {
            var answer = http.client().send(http.request("/b").build(), BodyHandlers.ofByteArray());
            assertThat(answer.statusCode()).isEqualTo(206);
            assertThat(header(answer, "Content-Length")).isEqualTo("" + MIB);
            assertThat(answer.body()).hasSize(MIB);
        }
    }

    @Test
    void aStreamThatFailsInTheMiddleDoesNotLookWhole() throws Exception {
        StreamWriter failing =
                out -> {
                    try (var file = new ZipOutputStream(out)) {
                        file.putNextEntry(new ZipEntry("a"));
                        file.flush();
                        out.write(new byte[MIB]);
                        throw new IllegalStateException("the disk broke");
                    }
                };
        try (var log = Log.capture();
                var http = TestHttp.at("/z", call -> Answer.stream("application/zip", failing))) {
            assertThatThrownBy(() -> http.get("/z")).isInstanceOf(IOException.class);
            http.server.close();
            assertThat(log.text()).contains("event=incident").contains("the disk broke");
        }
    }

    @Test
    void aStreamThatFailsBeforeItsFirstByteIsAProblem() throws Exception {
        StreamWriter failing =
                out -> {
                    out.write(1);
                    throw new IllegalStateException("too early");
                };
        try (var log = Log.capture();
                var http = TestHttp.at("/z", call -> Answer.stream("text/plain", 9, failing))) {
            var answer = http.get("/z");
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(code(answer)).isEqualTo("internal");
            assertThat(log.text()).contains("too early");
        }
    }

    @Test
    void aStreamOfAnotherLengthThanPromisedIsAnIncident() throws Exception {
        Handler handler = call -> Answer.stream("text/plain", 9, out -> out.write(1));
        try (var log = Log.capture();
                var http = TestHttp.at("/z", handler)) {
            assertThat(code(http.get("/z"))).isEqualTo("internal");
            assertThat(log.text()).contains("wrote 1 of 9 bytes");
        }
    }

    @Test
    void whatIsFlushedArrivesAtOnce() throws Exception {
        var more = new CountDownLatch(1);
        StreamWriter feed =
                out -> {
                    out.write("data: 1\n".getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    more.await();
                    out.write("data: 2\n".getBytes(StandardCharsets.UTF_8));
                };
        try (var http = TestHttp.at("/s", call -> Answer.stream("text/event-stream", feed))) {
            var answer =
                    http.client().send(http.request("/s").build(), BodyHandlers.ofInputStream());
            try (var in =
                    new BufferedReader(
                            new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
                assertThat(in.readLine()).isEqualTo("data: 1");
                more.countDown();
                assertThat(in.readLine()).isEqualTo("data: 2");
                assertThat(in.readLine()).isNull();
            }
        }
    }

    @Test
    void aWriterWaitsForASlowReaderAndLearnsThatItLeft() throws Exception {
        var written = new AtomicLong();
        var end = new CompletableFuture<Throwable>();
        StreamWriter endless =
                out -> {
                    try {
                        while (true) {
                            out.write(new byte[64 * 1024]);
                            written.addAndGet(64 * 1024);
                        }
                    } catch (IOException e) {
                        end.complete(e);
                        throw e;
                    }
                };
        try (var log = Log.capture();
                var http = TestHttp.at("/e", call -> Answer.stream("text/plain", endless));
                var wire = http.connect()) {
            wire.request("GET /e HTTP/1.1", "Host: localhost", "Authorization: Bearer owner");
            wire.readUntil("200 OK");
            wire.vanish();
            assertThat(end.get()).isInstanceOf(ClientGone.class);
            http.server.close();
            assertThat(log.text()).doesNotContain("incident").doesNotContain("\tat ");
            assertThat(written.get()).isLessThan(64L * MIB);
        }
    }

    @Test
    void oneConnectionCarriesManyAnswers() throws Exception {
        try (var http = TestHttp.at("/x", call -> said("ok"));
                var wire = http.connect()) {
            for (int i = 0; i < 5; i++) {
                wire.request("GET /x HTTP/1.1", "Host: localhost", "Authorization: Bearer owner");
                assertThat(wire.readUntil("ok\"}\n")).startsWith("HTTP/1.1 200 OK");
            }
        }
    }
}

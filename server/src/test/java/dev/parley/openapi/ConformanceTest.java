package dev.parley.openapi;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.parley.Caller;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.ProblemJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A hub that parts with the document is found out, and told what the document lacks. */
class ConformanceTest {
    private static final String HEALTH = "{\"status\":\"ok\",\"store\":\"ok\",\"version\":\"1\"}";

    @Test
    void whatIsAsDocumentedPasses() {
        assertThatCode(answering("/health", 200, "application/json", HEALTH))
                .doesNotThrowAnyException();
    }

    @Test
    void anOperationThatIsNotThereIsNamed() {
        assertThatThrownBy(answering("/api/weather", 200, "application/json", "{}"))
                .hasMessageContaining("GET /api/weather was answered 200")
                .hasMessageContaining("add it under paths");
    }

    @Test
    void aFieldThatIsNotThereIsNamed() {
        var more = HEALTH.replace("}", ",\"mood\":\"fine\"}");
        assertThatThrownBy(answering("/health", 200, "application/json", more))
                .hasMessageContaining("'mood'")
                .hasMessageContaining("/components/schemas/Health");
    }

    @Test
    void aFieldOfASchemaThatBuildsOnAnotherIsNamed() {
        var page = "{\"items\":[{\"run_id\":\"r\",\"colour\":\"red\"}],\"next\":null}";
        assertThatThrownBy(answering("/api/runs", 200, "application/json", page))
                .hasMessageContaining("'colour'")
                .hasMessageContaining("'session_id'");
    }

    @Test
    void aStatusThatIsNotThereIsNamedWithItsPlace() {
        assertThatThrownBy(answering("/api/runs", 202, "application/json", "{}"))
                .hasMessageContaining("GET /api/runs answered 202")
                .hasMessageContaining("add it at paths, /api/runs, get, responses, \"202\"");
    }

    @Test
    void aCodeThatIsNotThereIsNamedWithItsPlace() {
        var problem = ProblemJson.write(new ParleyException(Problem.UNKNOWN_BLOB, "no such blob"));
        assertThatThrownBy(
                        answering("/api/runs/r1", 404, ProblemJson.MEDIA_TYPE, Json.write(problem)))
                .hasMessageContaining("the code unknown-blob")
                .hasMessageContaining("paths, /api/runs/{run}, get, responses, \"404\"")
                .hasMessageContaining("ProblemsTest");
    }

    @Test
    void anEventThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> Conformance.requireEvent("agent_mood", Json.object()))
                .hasMessageContaining("agent_mood");
    }

    @Test
    void whatIsAcceptedMustBeDocumentedToo() throws IOException {
        var acked = "{\"message_id\":\"m\",\"state\":\"acked\"}";
        assertThatThrownBy(
                        () ->
                                at(
                                        200,
                                        "application/json",
                                        acked,
                                        hub -> hub.post("/api/runs/r/ack", "{\"agentId\":7}")))
                .hasMessageContaining("POST /api/runs/r/ack was accepted")
                .hasMessageContaining("message_id")
                .hasMessageContaining("agent_id");
    }

    private static ThrowingCallable answering(String path, int status, String type, String body) {
        return () -> at(status, type, body, hub -> hub.get(path));
    }

    private interface Asked {
        void by(Caller hub);
    }

    /** Somebody asks a hub that knows one answer only. */
    private static void at(int status, String type, String body, Asked asked) throws IOException {
        var here = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var server = HttpServer.create(here, 0);
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        server.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        exchange.getRequestBody().readAllBytes();
                        exchange.getResponseHeaders().set("Content-Type", type);
                        exchange.sendResponseHeaders(status, bytes.length);
                        exchange.getResponseBody().write(bytes);
                    }
                });
        server.start();
        try {
            var port = server.getAddress().getPort();
            asked.by(new Caller("http://localhost:" + port, ""));
        } finally {
            server.stop(0);
        }
    }
}

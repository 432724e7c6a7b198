package dev.parley.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.code_intelligence.jazzer.mutation.annotation.NotNull;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Problem;
import dev.parley.stream.TestSocket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Any text at all, sent over one WebSocket, which outlives all of it. */
class SocketFuzzTest {
    /** Stands for the id of an event, which differs from hub to hub. */
    private static final Pattern PLACE = Pattern.compile("<([^<>\"]*)>");

    private static FuzzedHub hub;
    private static TestSocket socket;
    private static long sent;

    @BeforeAll
    static void start() {
        hub = new FuzzedHub();
        socket = TestSocket.of(hub.parley, hub.owner.token());
    }

    @AfterAll
    static void stop() {
        socket.close();
        hub.close();
    }

    @FuzzTest(maxDuration = "30s")
    @DictionaryFile(resourcePath = "socket.dict")
    void anyFrameIsAnsweredAndTheConnectionStays(byte @NotNull [] frame) {
        var sketch = new String(frame, StandardCharsets.UTF_8).replace("RUN", hub.run(0));
        var text = PLACE.matcher(sketch).replaceAll(found -> hub.cursor(found.group(1)));
        socket.send(text);
        var end = "end-" + ++sent;
        socket.send("{\"op\":\"unsubscribe\",\"agents\":[\"" + end + "\"]}");
        for (var told = socket.next(); !isEnd(told, end); told = socket.next()) {
            var event = told.path("event").asText();
            assertThat(event).as(text).isNotEqualTo("closed");
            if (event.equals("problem")) {
                var code = told.path("data").path("code").asText();
                assertThat(Problem.ofSlug(code)).as(told.toString()).isPresent();
                assertThat(code).isNotEqualTo(Problem.INTERNAL.slug());
            }
        }
    }

    private static boolean isEnd(ObjectNode told, String end) {
        return told.path("event").asText().equals("unsubscribed")
                && told.path("data").path("agents").path(0).asText().equals(end);
    }
}

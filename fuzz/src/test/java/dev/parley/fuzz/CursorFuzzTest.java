package dev.parley.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.code_intelligence.jazzer.mutation.annotation.InRange;
import com.code_intelligence.jazzer.mutation.annotation.NotNull;
import dev.parley.protocol.codec.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Anything at all where a cursor, a position or an id to resume from belongs. */
class CursorFuzzTest {
    private static final List<String> LISTS =
            List.of(
                    "/api/runs?after=",
                    "/api/runs/RUN?after=",
                    "/api/runs/RUN/messages?after=",
                    "/api/runs/RUN/messages?epoch=",
                    "/api/runs/RUN/export?after=",
                    "/api/questions?state=all&after=",
                    "/api/questions/",
                    "/api/agents?after=",
                    "/api/agents/alice/inbox?after=",
                    "/api/agents/alice/outbox?after=",
                    "/api/agents/alice/pending?after=",
                    "/api/dead-letters?after=",
                    "/api/tokens?all=true&after=",
                    "/api/audit?after=",
                    "/api/audit/verify?head=");

    /** The lists above and three bodies. */
    private static final int WAYS = 18;

    private static FuzzedHub hub;

    @BeforeAll
    static void start() {
        hub = new FuzzedHub();
        for (int i = 0; i < 3; i++) {
            hub.owner.say(hub.run(0), "{\"to_agent\":\"alice\",\"summary\":\"hello\"}");
        }
    }

    @AfterAll
    static void stop() {
        hub.close();
    }

    static Stream<Arguments> places() {
        var texts =
                List.of("", "0", "-1", "2", "1e3", "9223372036854775808", "2.alice", "1~1.alice");
        return IntStream.range(0, WAYS)
                .mapToObj(n -> Arguments.of(n % 3 > 0, n, texts.get(n % texts.size())));
    }

    @MethodSource("places")
    @FuzzTest(maxDuration = "30s")
    void anyPlaceIsReadFromOrRefusedByName(
            boolean isOfThisEpoch,
            @InRange(min = 0, max = WAYS - 1) int which,
            @NotNull String text) {
        var cursor = isOfThisEpoch ? hub.cursor(text) : text;
        if (which < LISTS.size()) {
            var address = LISTS.get(which).replace("RUN", hub.run(0));
            FuzzedHub.sound(hub.owner.get(address + encoded(cursor)));
        } else if (which == LISTS.size()) {
            post("/api/runs/" + hub.run(0) + "/pull", "after", cursor);
        } else if (which == LISTS.size() + 1) {
            post("/api/runs/" + hub.run(0) + "/pull", "epoch", cursor);
        } else {
            post("/api/agents/alice/inbox/commit", "position", cursor);
        }
    }

    /** As text, and as the number that it may be. */
    private static void post(String path, String field, String cursor) {
        var body = Json.object().put("agent_id", "alice").put(field, cursor);
        FuzzedHub.sound(hub.owner.post(path, body.toString()));
        if (cursor.matches("-?[0-9.eE+-]{1,40}")) {
            var number = "{\"agent_id\":\"alice\",\"" + field + "\":" + cursor + "}";
            FuzzedHub.sound(hub.owner.post(path, number));
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

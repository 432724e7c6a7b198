package dev.parley.task;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a worker makes piece by piece can be seen while it grows. */
@Timeout(60)
class ArtifactsTest {
    private TestParley parley;
    private Caller alice;
    private Caller bob;
    private String task;

    @BeforeEach
    void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        bob = parley.agent("bob");
        task = alice.post("/api/tasks", "{\"message\":\"m\"}").expect(201).text("task_id");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void chunksAreShownPutTogetherAndWholeWithTheLast() {
        long fence = claim();
        assertThat(seen().has("artifacts")).isFalse();
        hand(fence, "{\"name\":\"report.md\"}", "{\"type\":\"text\",\"content\":\"Fin\"}");
        hand(fence, "{\"id\":\"build\",\"last\":true}", "{\"url\":\"https://ci/7\"}");
        hand(
                fence,
                "{\"name\":\"report.md\",\"append\":true}",
                "{\"type\":\"text\",\"content\":\"dings\"},{\"data\":{\"n\":3}}");
        assertThat(seen().at("/artifacts/0"))
                .isEqualTo(
                        Json.parse(
                                """
                                {"id":"report.md","name":"report.md","type":"text","whole":false,"parts":[
                                 {"type":"text","content":"Findings"},{"type":"data","content":{"n":3}}]}"""));
        assertThat(seen().at("/artifacts/1/type").asText()).isEqualTo("url");
        assertThat(seen().at("/artifacts/1/whole").asBoolean()).isTrue();
        hand(
                fence,
                "{\"name\":\"report.md\",\"append\":true,\"last_chunk\":true}",
                "{\"type\":\"text\",\"content\":\"end\"}");
        assertThat(seen().at("/artifacts/0/whole").asBoolean()).isTrue();
        bob.post(at("complete"), "{\"fence\":" + fence + ",\"result\":\"ok\"}").expect(201);
        assertThat(seen().at("/artifacts/0/parts")).hasSize(3);
    }

    @Test
    void withoutAppendAChunkReplacesWhatWasThere() {
        long fence = claim();
        hand(fence, "{\"name\":\"a\"}", "{\"type\":\"text\",\"content\":\"draft\"}");
        hand(fence, "{\"name\":\"a\"}", "{\"type\":\"text\",\"content\":\"final\"}");
        assertThat(seen().at("/artifacts/0/parts/0/content").asText()).isEqualTo("final");
    }

    @Test
    void whoeverGetsTheTaskAfterAnotherBeginsAnew() {
        long first = claim();
        hand(first, "{\"name\":\"a\"}", "{\"type\":\"text\",\"content\":\"half\"}");
        bob.post(at("release"), "{\"fence\":" + first + "}").expect(200);
        assertThat(seen().has("artifacts")).isFalse();
        long second = claim();
        assertThat(seen().has("artifacts")).isFalse();
        hand(second, "\"a\"", "{\"type\":\"text\",\"content\":\"whole\"}");
        assertThat(seen().at("/artifacts/0/parts/0/content").asText()).isEqualTo("whole");
    }

    @Test
    void whatIsTooMuchToShowIsCutAndStaysInTheLog() {
        long fence = claim();
        var content = "{\"type\":\"text\",\"content\":\"" + "x".repeat(60_000) + "\"}";
        for (int i = 0; i < 18; i++) {
            hand(fence, "{\"name\":\"a\",\"append\":true}", content);
        }
        assertThat(seen().path("artifacts_cut").asBoolean()).isTrue();
        assertThat(seen().at("/artifacts/0/parts/0/content").asText()).hasSize(17 * 60_000);
    }

    @Test
    void anArtifactNeedsAName() {
        long fence = claim();
        for (var nameless : new String[] {"{}", "7", "{\"name\":\"\"}"}) {
            bob.post(at("progress"), "{\"fence\":%d,\"artifact\":%s}".formatted(fence, nameless))
                    .expect(Problem.BAD_VALUE);
        }
    }

    private ObjectNode seen() {
        return alice.get("/api/tasks/" + task).expect(200).json();
    }

    private long claim() {
        return bob.post("/api/tasks/claim", "{}").expect(200).json().at("/lease/fence").asLong();
    }

    private void hand(long fence, String artifact, String parts) {
        bob.post(
                        at("progress"),
                        "{\"fence\":%d,\"artifact\":%s,\"parts\":[%s]}"
                                .formatted(fence, artifact, parts))
                .expect(201);
    }

    private String at(String deed) {
        return "/api/tasks/" + task + "/" + deed;
    }
}

package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.TestDatabase;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Agents use tools through the hub, which lets each do what it may and writes it all down. */
@Timeout(120)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class GatewayTest {
    @Parameter TestDatabase database = TestDatabase.SQLITE;
    @TempDir Path folder;

    private Bench bench;

    @BeforeEach
    void start() {
        bench = Bench.on(database, Bench.tools(StdioWorkbench.row()));
    }

    @AfterEach
    void stop() {
        bench.requireSound();
        bench.close();
    }

    @Test
    void aWorkerUsesAnyToolAndItsRunTellsOfIt() throws IOException {
        var file = folder.resolve("notes");
        var done = bench.write(bench.bob(), file.toString(), "hello").expect(201);
        assertThat(done.text("status")).isEqualTo("completed");
        assertThat(done.json().at("/result/content/0/text").asText()).isEqualTo("written");
        assertThat(Files.readString(file)).isEqualTo("hello\n");
        assertThat(bench.story())
                .containsExactly(
                        "worker tool_intent bench__write",
                        "worker tool_result bench__write completed");
        var again = bench.bob().get(call(done.text("call_id"))).expect(200);
        assertThat(again.json().get("result")).isEqualTo(done.json().get("result"));
    }

    @Test
    void aManagerReadsAndReportsButChangesNothing() {
        var file = folder.resolve("notes");
        for (var tool : List.of("bench__echo", "bench__fail")) {
            bench.call(bench.alice(), tool, "{\"text\":\"hi\"}").expect(201);
        }
        bench.call(bench.alice(), "bench__progress", "{}").expect(201);
        var denied = bench.write(bench.alice(), file.toString(), "no");
        denied.expect(Problem.TOOL_DENIED);
        assertThat(denied.text("detail")).contains("read, status and report");
        assertThat(file).doesNotExist();
        assertThat(bench.story()).last().isEqualTo("manager tool_result bench__write denied");
    }

    @Test
    void peopleSeeWhatWasCalledInAllRuns() {
        var run = bench.bob().run("{}");
        bench.call(bench.bob(), "bench__echo", "{\"text\":\"hi\"}").expect(201);
        bench.bob()
                .post("/api/runs/" + run + "/tools/bench__fail", "{\"arguments\":{\"text\":\"x\"}}")
                .expect(201);
        bench.write(bench.alice(), folder.resolve("notes").toString(), "no")
                .expect(Problem.TOOL_DENIED);
        var calls = bench.ann().get("/api/tools/calls").expect(200);
        assertThat(calls.all("items", "tool"))
                .containsExactly("bench__write", "bench__fail", "bench__echo");
        assertThat(calls.all("items", "status")).containsExactly("denied", "error", "completed");
        assertThat(calls.all("items", "agent")).containsExactly("alice", "bob", "bob");
        assertThat(calls.json().at("/items/1/run_id").asText()).isEqualTo(run);
        assertThat(calls.json().at("/items/2/ended_at").isNumber()).isTrue();
        var first = bench.ann().get("/api/tools/calls?limit=2").expect(200);
        var rest = bench.ann().get("/api/tools/calls?limit=2&after=" + first.text("next"));
        assertThat(rest.expect(200).all("items", "tool")).containsExactly("bench__echo");
    }

    @Test
    void theNarrowestOfTokenCardAndRunCounts() {
        var run = bench.alice().run("{}");
        var path = "/api/runs/" + run + "/tools/bench__flood";
        bench.bob().post(path, "{\"arguments\":{\"size\":1}}").expect(201);
        bench.ann().put("/api/agents/bob", "{\"tool_role\":\"manager\"}").expect(201);
        bench.bob().post(path, "{\"arguments\":{\"size\":1}}").expect(Problem.TOOL_DENIED);
        bench.ann().put("/api/agents/bob", "{\"tool_role\":\"observer\"}").expect(200);
        var echo = "/api/runs/" + run + "/tools/bench__echo";
        bench.bob().post(echo, "{\"arguments\":{\"text\":\"x\"}}").expect(Problem.TOOL_DENIED);
    }

    @Test
    void whoeverAsksSeesWhatItMayUseAndWhyNot() {
        var forManager = bench.alice().get("/api/tools").expect(200);
        assertThat(allowed(forManager.json()))
                .containsExactly("bench__echo", "bench__progress", "bench__fail");
        var forWorker = bench.ann().get("/api/tools?agent=bob&run=" + bench.run()).expect(200);
        assertThat(allowed(forWorker.json())).hasSize(9);
        bench.bob().get("/api/tools?agent=alice").expect(Problem.FORBIDDEN);
        var forNobody = bench.ann().get("/api/tools").expect(200);
        assertThat(allowed(forNobody.json())).isEmpty();
    }

    @Test
    void whatAnAgentMayUseDependsOnTheTokensThatItHas() {
        var ofManager = bench.ann().get("/api/tools?agent=alice").expect(200);
        assertThat(allowed(ofManager.json()))
                .containsExactly("bench__echo", "bench__progress", "bench__fail");

        bench.parley().token("{\"agent\":\"alice\",\"role\":\"worker\"}");
        var ofBoth = bench.ann().get("/api/tools?agent=alice").expect(200);
        assertThat(allowed(ofBoth.json())).hasSize(3);
        assertThat(ofBoth.json().path("items").toString())
                .contains("it depends on the token: a manager uses");
        assertThat(allowed(bench.ann().get("/api/tools?agent=bob").expect(200).json())).hasSize(9);
        assertThat(allowed(bench.ann().get("/api/tools?agent=nobody").expect(200).json()))
                .hasSize(9);
    }

    private static List<String> allowed(JsonNode page) {
        return page.path("items")
                .valueStream()
                .filter(tool -> tool.path("allowed").asBoolean())
                .map(tool -> tool.path("name").asText())
                .toList();
    }

    @Test
    void argumentsThatDoNotFitNeverReachTheTool() {
        var refused = bench.call(bench.bob(), "bench__write", "{\"paht\":\"x\"}");
        refused.expect(Problem.BAD_ARGUMENTS);
        assertThat(refused.text("detail")).contains("paht").contains("path");
        assertThat(bench.story()).isEmpty();
        bench.call(bench.bob(), "bench__none", "{}").expect(Problem.UNKNOWN_TOOL);
        bench.call(bench.bob(), "none__echo", "{}").expect(Problem.UNKNOWN_TOOL);
    }

    @Test
    void whatTheToolCallsAnErrorIsAnAnswer() {
        var answer = bench.call(bench.bob(), "bench__fail", "{\"text\":\"no such row\"}");
        assertThat(answer.expect(201).text("status")).isEqualTo("error");
        assertThat(bench.story()).last().isEqualTo("worker tool_result bench__fail error");
    }

    @Test
    void aServerThatDiesInACallIsThereForTheNext() {
        var died = bench.call(bench.bob(), "bench__die", "{}");
        died.expect(Problem.TOOL_FAILED);
        assertThat(died.text("detail")).contains("code 3").contains("the roof is on fire");
        assertThat(bench.story()).last().isEqualTo("worker tool_result bench__die failed");
        bench.call(bench.bob(), "bench__echo", "{\"text\":\"still there\"}").expect(201);
    }

    @Test
    void anAnswerThatIsTooLargeIsRefusedAndTheServerGoesOn() {
        for (var size : List.of(65 << 10, 6 << 20)) {
            var flooded = bench.call(bench.bob(), "bench__flood", "{\"size\":" + size + "}");
            flooded.expect(Problem.TOOL_FAILED);
            assertThat(flooded.text("detail")).contains("max-output");
        }
        bench.call(bench.bob(), "bench__echo", "{\"text\":\"on\"}").expect(201);
    }

    @Test
    void aLargeAnswerIsKeptAsABlob() {
        var run = bench.alice().run("{}");
        var path = "/api/runs/" + run + "/tools/bench__flood";
        // The envelope around the text takes it over what stands in a log.
        var size = (64 << 10) - 60;
        var large = bench.bob().post(path, "{\"arguments\":{\"size\":" + size + "}}").expect(201);
        assertThat(large.json().at("/result/content/0/text").asText()).hasSize(size);
        var blob = large.json().at("/payload_ref/blob_id").asText();
        var kept = bench.bob().get("/api/blobs/" + blob).expect(200).text();
        assertThat(Json.parseTrusted(kept).get("result")).isEqualTo(large.json().get("result"));
    }

    @Test
    void nobodyWaitsLongerThanWantedAndTheLogTellsTheRest() throws IOException {
        var file = folder.resolve("go");
        var arguments = Json.object().put("path", file.toString());
        var body = "{\"wait\":0,\"arguments\":" + arguments + "}";
        var begun = bench.bob().post(bench.path("bench__wait_for"), body).expect(202);
        assertThat(begun.text("status")).isEqualTo("running");
        var call = call(begun.text("call_id"));
        assertThat(bench.bob().get(call).expect(200).text("status")).isEqualTo("running");
        var ended = bench.bob().later(call + "?wait=20");
        Files.createFile(file);
        assertThat(ended.join().expect(200).text("status")).isEqualTo("completed");
    }

    @Test
    void aCallWithAKeyIsMadeOnce() throws IOException {
        var file = folder.resolve("once");
        var arguments = Json.object().put("path", file.toString()).put("text", "x");
        var body = "{\"arguments\":" + arguments + "}";
        var path = bench.path("bench__write");
        var first = bench.bob().post(path, body, "Idempotency-Key", "k").expect(201);
        var second = bench.bob().post(path, body, "Idempotency-Key", "k").expect(200);
        assertThat(second.text("call_id")).isEqualTo(first.text("call_id"));
        assertThat(second.json().get("duplicate").asBoolean()).isTrue();
        assertThat(Files.readString(file)).isEqualTo("x\n");
        bench.bob()
                .post(path, body.replace("\"x\"", "\"y\""), "Idempotency-Key", "k")
                .expect(Problem.IDEMPOTENCY_MISMATCH);
    }

    @Test
    void twoRunsUseOneServerAtOnce() throws IOException {
        var slow = folder.resolve("slow");
        var arguments = "{\"arguments\":" + Json.object().put("path", slow.toString()) + "}";
        var first = bench.bob().postLater(bench.path("bench__wait_for"), arguments);
        while (!Files.exists(folder.resolve("slow.begun"))) {
            LockSupport.parkNanos(1_000_000);
        }
        var other = bench.alice().run("{}");
        bench.bob()
                .post(
                        "/api/runs/" + other + "/tools/bench__echo",
                        "{\"arguments\":{\"text\":\"meanwhile\"}}")
                .expect(201);
        assertThat(first).isNotDone();
        Files.createFile(slow);
        first.join().expect(201);
        assertThat(bench.story()).hasSize(2);
    }

    @Test
    void aRunThatIsPausedOrHasEndedUsesNoTools() {
        bench.ann().post("/api/runs/" + bench.run() + "/pause", "{}").expect(200);
        bench.call(bench.bob(), "bench__echo", "{\"text\":\"x\"}").expect(Problem.RUN_PAUSED);
        bench.ann().post("/api/runs/" + bench.run() + "/cancel", "{}").expect(200);
        bench.call(bench.bob(), "bench__echo", "{\"text\":\"x\"}").expect(Problem.RUN_ENDED);
        assertThat(bench.story()).isEmpty();
    }

    private String call(String id) {
        return "/api/runs/" + bench.run() + "/tool-calls/" + id;
    }
}

package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestDatabase;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tool servers come and go; nothing hangs, and nothing is left behind. */
@Timeout(120)
class ToolServersTest {
    private static final String ECHO = "{\"text\":\"x\"}";

    @TempDir Path folder;

    private static Bench bench(String row) {
        return Bench.on(TestDatabase.SQLITE, Bench.tools(row));
    }

    @Test
    void aServerThatIsNotThereIsNamedTogetherWithWhatToDo() {
        try (var bench = bench("command: no-such-program")) {
            var refused = bench.call(bench.bob(), "bench__echo", ECHO);
            refused.expect(Problem.TOOL_UNAVAILABLE);
            assertThat(refused.text("detail"))
                    .contains("bench")
                    .contains("no program no-such-program; install it");
            bench.call(bench.bob(), "bench__echo", ECHO).expect(Problem.TOOL_UNAVAILABLE);
            var later = bench.call(bench.bob(), "bench__echo", ECHO);
            later.expect(Problem.TOOL_UNAVAILABLE);
            assertThat(later.number("retry_after")).isPositive();
            var listed = bench.bob().get("/api/tools").expect(200);
            assertThat(listed.json().at("/unavailable/bench").asText()).contains("no-such-program");
            assertThat(bench.story()).isEmpty();
            bench.call(bench.alice(), "bench__write", "{\"path\":\"x\"}")
                    .expect(Problem.TOOL_DENIED);
        }
    }

    @Test
    void aProgramThatIsNoToolServerIsToldOf() {
        try (var bench = bench("command: sh\n      args: [-c, 'echo I am lost >&2; exit 7']")) {
            var refused = bench.call(bench.bob(), "bench__echo", ECHO);
            refused.expect(Problem.TOOL_UNAVAILABLE);
            assertThat(refused.text("detail")).contains("code 7").contains("I am lost");
        }
    }

    @Test
    void aServerElsewhereThatIsNotThereIsToldOf() {
        try (var bench = bench("url: http://127.0.0.1:9/mcp")) {
            var refused = bench.call(bench.bob(), "bench__echo", ECHO);
            refused.expect(Problem.TOOL_UNAVAILABLE);
            assertThat(refused.text("detail")).contains("cannot be reached");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aServerIsReachedOverHttpInEitherEra(boolean isStateless) throws IOException {
        try (var web = new WebWorkbench(isStateless);
                var bench = bench(web.row() + "\n      headers: {Authorization: Bearer s3cret}")) {
            bench.call(bench.bob(), "bench__echo", ECHO).expect(201);
            bench.call(bench.bob(), "bench__progress", "{}").expect(201);
            assertThat(web.secrets()).containsOnly("Bearer s3cret");
            bench.call(bench.bob(), "bench__flood", "{\"size\":6000000}")
                    .expect(Problem.TOOL_FAILED);
            web.forget();
            bench.call(bench.bob(), "bench__echo", ECHO).expect(201);
            var settings = bench.parley().owner().get("/api/config").expect(200).text();
            assertThat(settings).contains("bench (http://127.0.0.1").doesNotContain("s3cret");
        }
    }

    @Test
    void aProgramMaySpeakTheNewestProtocolOnly() {
        try (var bench = bench(StdioWorkbench.row("stateless"))) {
            bench.call(bench.bob(), "bench__echo", ECHO).expect(201);
        }
    }

    @Test
    void aToolThatTakesTooLongIsGivenUp() {
        var yaml =
                Bench.tools(StdioWorkbench.row())
                        .replace("echo: {class: read}", "wait_for: {timeout: 1}");
        try (var bench = Bench.on(TestDatabase.SQLITE, yaml)) {
            var arguments = Json.object().put("path", folder.resolve("never").toString());
            var late = bench.call(bench.bob(), "bench__wait_for", arguments.toString());
            late.expect(Problem.TOOL_TIMEOUT);
            assertThat(late.text("detail")).contains("1 second");
            assertThat(bench.story())
                    .last()
                    .isEqualTo("worker tool_result bench__wait_for timed_out");
            bench.call(bench.bob(), "bench__progress", "{}").expect(201);
        }
    }

    @Test
    void aProgramSeesNoSecretsOfTheHub() {
        try (var bench = bench(StdioWorkbench.row() + "\n      env: {MINE: yes}")) {
            var seen =
                    bench.call(bench.bob(), "bench__environment", "{}")
                            .expect(201)
                            .json()
                            .at("/result/content/0/text")
                            .asText();
            assertThat(seen.split(" "))
                    .contains("MINE", "PATH")
                    .allMatch(name -> name.equals("PARLEY_PROGRAM") || !name.startsWith("PARLEY"));
            assertThat(seen.split(" ").length).isLessThan(20);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"polite", "stubborn"})
    void whatAProgramHasStartedEndsWithTheHub(String manner) {
        long child;
        try (var bench = bench(StdioWorkbench.row(manner))) {
            child =
                    Long.parseLong(
                            bench.call(bench.bob(), "bench__fork", "{}")
                                    .expect(201)
                                    .json()
                                    .at("/result/content/0/text")
                                    .asText());
            assertThat(isAlive(child)).isTrue();
        }
        while (isAlive(child)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static boolean isAlive(long pid) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
    }

    @Test
    void aCallThatTheHubDidNotSurviveIsInterruptedAndNotMadeAgain() throws IOException {
        var file = folder.resolve("go");
        var body = waiting(file);
        try (var bench = bench(StdioWorkbench.row())) {
            var path = bench.path("bench__wait_for");
            var begun = bench.bob().post(path, body, "Idempotency-Key", "k").expect(202);
            awaitBegun(file);
            try (var twin = bench.parley().twin()) {
                var bob = twin.bearer(bench.bob().token());
                var call = call(bench, begun.text("call_id"));
                assertThat(bob.get(call).expect(200).text("status")).isEqualTo("interrupted");
                var again = bob.post(path, body, "Idempotency-Key", "k");
                again.expect(Problem.TOOL_FAILED);
                assertThat(again.text("detail")).contains("the hub ended");
                assertThat(again.text("call_id")).isEqualTo(begun.text("call_id"));
                assertThat(kinds(bob, bench.run())).containsExactly("tool_intent", "tool_result");
                assertThat(twin.bearer(bench.parley().owner().token()).get("/api/check").text())
                        .contains("\"ok\":true");
            }
            Files.createFile(file);
            assertThat(
                            bench.bob()
                                    .get(call(bench, begun.text("call_id")) + "?wait=20")
                                    .text("status"))
                    .isEqualTo("completed");
        }
    }

    @Test
    void aHubThatStopsTellsThatACallWasInterrupted() throws IOException {
        var file = folder.resolve("go");
        var bench = bench(StdioWorkbench.row());
        var begun = bench.bob().post(bench.path("bench__wait_for"), waiting(file)).expect(202);
        awaitBegun(file);
        try (var after = bench.parley().restarted()) {
            var bob = after.bearer(bench.bob().token());
            assertThat(bob.get(call(bench, begun.text("call_id"))).expect(200).text("status"))
                    .isEqualTo("interrupted");
        }
    }

    @Test
    void whereHubsShareADatabaseACallIsInterruptedOnceItMustBeOver() throws IOException {
        var file = folder.resolve("go");
        try (var bench = bench(StdioWorkbench.row())) {
            var begun = bench.bob().post(bench.path("bench__wait_for"), waiting(file)).expect(202);
            awaitBegun(file);
            bench.parley().pass(Duration.ofMinutes(5));
            var call = call(bench, begun.text("call_id"));
            assertThat(bench.bob().get(call + "?wait=30").expect(200).text("status"))
                    .isEqualTo("interrupted");
            Files.createFile(file);
        }
    }

    @Test
    void whoeverWaitsForACallIsToldThatItWasInterrupted() throws IOException {
        var file = folder.resolve("go");
        try (var bench = bench(StdioWorkbench.row())) {
            var body = waiting(file).replace("\"wait\":0", "\"wait\":25");
            var waiting = bench.bob().postLater(bench.path("bench__wait_for"), body);
            awaitBegun(file);
            bench.parley().pass(Duration.ofMinutes(5));
            var interrupted = waiting.join();
            Files.createFile(file);
            interrupted.expect(Problem.TOOL_FAILED);
            assertThat(interrupted.text("detail")).contains("the hub ended");
        }
    }

    private static String waiting(Path file) {
        return "{\"wait\":0,\"arguments\":" + Json.object().put("path", file.toString()) + "}";
    }

    private static void awaitBegun(Path file) {
        while (!Files.exists(file.resolveSibling(file.getFileName() + ".begun"))) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static String call(Bench bench, String id) {
        return "/api/runs/" + bench.run() + "/tool-calls/" + id;
    }

    private static List<String> kinds(Caller caller, String run) {
        return caller.get("/api/runs/" + run + "/messages?limit=500").all("items", "kind").stream()
                .filter(kind -> kind.startsWith("tool_"))
                .toList();
    }
}

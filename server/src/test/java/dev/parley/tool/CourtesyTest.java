package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestDatabase;
import dev.parley.protocol.Problem;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What MCP asks of a client beside its calls. */
@Timeout(60)
class CourtesyTest {
    @Test
    void argumentsThatAServerWantsInHeadersAreRepeatedThere() throws IOException {
        try (var web = new WebWorkbench(true)) {
            web.answer(
                    "tools/list",
                    """
                    {"tools":[{"name":"echo","inputSchema":{"type":"object","properties":{
                      "text":{"type":"string","x-mcp-header":"Text"},
                      "to":{"type":"object","properties":{
                        "city":{"type":"string","x-mcp-header":"City"}}},
                      "not":{"type":"string","x-mcp-header":"not a header"},
                      "none":{"type":"string","x-mcp-header":"None"}}}}]}""");
            try (var bench = Bench.on(TestDatabase.SQLITE, Bench.tools(web.row()))) {
                bench.call(
                                bench.bob(),
                                "bench__echo",
                                """
                                {"text":"x y","not":"n","to":{"city":"K\u00f6ln"}}""")
                        .expect(201);
            }
            assertThat(web.mirrored())
                    .containsOnly(
                            Map.entry("Mcp-param-text", "x y"),
                            Map.entry("Mcp-param-city", "=?base64?S8O2bG4=?="));
        }
    }

    @Test
    void aServerIsToldThatNobodyWaitsAnyMoreAndWhenTheHubLeaves() throws IOException {
        try (var web = new WebWorkbench(false)) {
            web.ignore("flood");
            var yaml = Bench.tools(web.row()).replace("timeout: 20", "timeout: 1");
            try (var bench = Bench.on(TestDatabase.SQLITE, yaml)) {
                bench.call(bench.bob(), "bench__flood", "{}").expect(Problem.TOOL_TIMEOUT);
                while (!web.asked().contains("notifications/cancelled")) {
                    LockSupport.parkNanos(1_000_000);
                }
                assertThat(web.asked()).doesNotContain("DELETE");
            }
            assertThat(web.asked()).contains("DELETE");
        }
    }
}

package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestDatabase;
import dev.parley.tool.Bench;
import dev.parley.tool.WebWorkbench;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one tool server does takes nothing away from an agent but that server's own tools. */
@Timeout(60)
class SlowServersTest {
    @Test
    void aServerThatNeverAnswersDelaysNoCallOfAnother() throws IOException {
        try (var web = new WebWorkbench(false);
                var mute = new WebWorkbench(false)) {
            mute.ignore("initialize");
            var yaml = Bench.tools(web.row()) + "    mute:\n      " + mute.row() + "\n";
            try (var bench = Bench.on(TestDatabase.SQLITE, yaml)) {
                var result = Mcp.modern(bench.bob()).call("bench__echo", "{\"text\":\"hi\"}");
                assertThat(result.at("/content/0/text").asText()).isEqualTo("hi");
                assertThat(mute.hasIgnored()).isFalse();
            }
        }
    }

    @Test
    void whatAServerHadBeforeIsShownWhileItDoesNotAnswer() throws IOException {
        try (var web = new WebWorkbench(false);
                var bench = Bench.on(TestDatabase.SQLITE, Bench.tools(web.row()))) {
            var bob = Mcp.modern(bench.bob());
            assertThat(names(bob)).contains("bench__echo");
            web.ignore("tools/list");
            bench.parley().pass(Duration.ofMinutes(2));
            assertThat(names(bob)).contains("bench__echo", "check_inbox");
        }
    }

    @Test
    void aToolThatIsDescribedWronglyHidesNoOther() throws IOException {
        try (var web = new WebWorkbench(false)) {
            web.answer(
                    "tools/list",
                    """
                    {"tools":[
                      {"name":"echo","inputSchema":{"type":"object","properties":[]}},
                      {"name":"fail","inputSchema":{"type":"object"}}]}""");
            try (var bench = Bench.on(TestDatabase.SQLITE, Bench.tools(web.row()))) {
                var bob = Mcp.modern(bench.bob());
                assertThat(names(bob)).contains("bench__echo", "bench__fail", "check_inbox");
                bob.call("bench__echo", "{\"text\":\"hi\"}");
            }
        }
    }

    private static List<String> names(Mcp mcp) {
        return mcp.result("tools/list")
                .path("tools")
                .valueStream()
                .map(tool -> tool.path("name").asText())
                .toList();
    }
}

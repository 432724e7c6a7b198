package dev.parley.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestDatabase;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a server elsewhere does or leaves undone, the hub goes on and can be stopped. */
@Timeout(60)
class RudeServersTest {
    private static final String ECHO = "{\"text\":\"x\"}";

    @TempDir Path folder;

    private static Bench bench(String row) {
        return Bench.on(TestDatabase.SQLITE, Bench.tools(row));
    }

    @Test
    void aServerThatNeverHearsTheGreetingOutIsNotWaitedFor() throws IOException {
        try (var web = new WebWorkbench(false);
                var bench = bench(web.row())) {
            web.ignore("notifications/initialized");
            bench.call(bench.bob(), "bench__echo", ECHO).expect(Problem.TOOL_UNAVAILABLE);
        }
    }

    @Test
    void aListThatNeverEndsIsReadNoFurther() throws IOException {
        try (var web = new WebWorkbench(false)) {
            web.answer("tools/list", "{\"tools\":[],\"nextCursor\":\"more\"}");
            try (var bench = bench(web.row())) {
                bench.call(bench.bob(), "bench__echo", ECHO).expect(Problem.UNKNOWN_TOOL);
            }
        }
    }

    @Test
    void aCallThatBreaksOffTakesNoOtherAlong() throws IOException {
        var file = folder.resolve("go");
        try (var web = new WebWorkbench(false);
                var bench = bench(web.row())) {
            web.hangUpOn("flood");
            var waiting =
                    bench.bob()
                            .postLater(
                                    bench.path("bench__wait_for"),
                                    arguments(
                                            Json.object().put("path", file.toString()).toString()));
            while (!Files.exists(folder.resolve("go.begun"))) {
                LockSupport.parkNanos(1_000_000);
            }
            for (int time = 0; time < 4; time++) {
                bench.call(bench.bob(), "bench__flood", "{\"size\":1}").expect(Problem.TOOL_FAILED);
            }
            bench.call(bench.bob(), "bench__echo", ECHO).expect(201);
            assertThat(waiting).isNotDone();
            Files.createFile(file);
            waiting.join().expect(201);
        }
    }

    private static String arguments(String arguments) {
        return "{\"arguments\":" + arguments + "}";
    }
}

package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.Message;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TailTest {
    private static final String RUN =
            """
            {"run_id":"run_1","session_id":"s","status":"running","protocol":"open"}""";

    @TempDir Path home = Path.of("");
    private final ScriptedHub hub = new ScriptedHub();
    private final List<Message> log = new CopyOnWriteArrayList<>();
    private volatile String epoch = "e1";

    @BeforeEach
    void aHubWithALog() {
        hub.moveInto(home.resolve(".parley"));
        hub.on("GET /api/runs", 200, "{\"items\":[" + RUN + "],\"next\":null}");
        hub.on("GET /api/runs/run_1", 200, RUN);
        hub.on("GET /api/runs/run_1/messages", this::page);
    }

    @AfterEach
    void theHubEnds() {
        hub.close();
    }

    @Test
    void theLastMessagesAreShownAndThatIsAll() {
        say("one", "two", "three");
        var shell = new TestShell(home);

        assertThat(shell.run("tail", "--no-follow", "--last", "2")).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        """
                        ── 2026-03-01
                        12:00:02 #2  a → b  message  two
                        12:00:03 #3  a → b  message  three
                        """);
    }

    @Test
    void thatARunHasNoMessagesYetIsSaidBesideTheOutput() {
        var shell = new TestShell(home);

        assertThat(shell.run("tail", "--no-follow")).isZero();
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err()).isEqualTo("parley: there are no messages in run_1 yet\n");
    }

    @Test
    void machinesGetOneObjectPerLine() {
        say("one", "two");
        var shell = new TestShell(home);

        assertThat(shell.run("tail", "run_1", "--no-follow", "--json", "--after", "1")).isZero();
        assertThat(shell.out()).isEqualTo(Sample.json(log.getLast()) + "\n");
    }

    @Test
    void messagesAreShownAsTheyCome() {
        try (var tail = new Running("tail", "run_1", "--from-start")) {
            say("one");
            tail.shows("one");
            say("two");
            tail.shows("two");
        }
    }

    @Test
    void aRestartOfTheHubIsSurvivedAndSaidOnce() {
        try (var tail = new Running("tail", "run_1")) {
            say("before");
            tail.shows("before");
            hub.stop();
            tail.says("cannot be reached");
            hub.startAgain();
            say("after");
            tail.shows("after");

            assertThat(tail.shell.err())
                    .contains("trying until it is back")
                    .endsWith("parley: connected again\n")
                    .hasLineCount(2);
            assertThat(tail.shell.out()).containsOnlyOnce("before");
        }
    }

    @Test
    void aRestoredHubIsNoticed() {
        say("one", "two");
        try (var tail = new Running("tail", "run_1")) {
            tail.shows("two");
            log.removeLast();
            epoch = "e2";
            tail.says("the hub was restored from a backup");
            say("another two");
            tail.shows("another two");
        }
    }

    @Test
    void withoutAnyRunTheFirstIsWaitedFor() {
        hub.on("GET /api/runs", 200, "{\"items\":[],\"next\":null}");
        assertThat(new TestShell(home).run("tail", "--no-follow")).isEqualTo(1);
        try (var tail = new Running("tail")) {
            tail.says("there is no run yet; waiting for the first");
            say("hello");
            hub.on("GET /api/runs", 200, "{\"items\":[" + RUN + "],\"next\":null}");
            tail.says("following run_1");
            tail.shows("hello");
        }
    }

    @Test
    void onlyOneBeginningCanBeChosen() {
        var shell = new TestShell(home);

        assertThat(shell.run("tail", "--last", "2", "--after", "3")).isEqualTo(2);
        assertThat(shell.run("tail", "--last", "-2")).isEqualTo(2);
    }

    private void say(String... summaries) {
        for (var summary : summaries) {
            log.add(Sample.message(log.size() + 1, "a", "b", summary));
        }
    }

    private ScriptedHub.Reply page(ScriptedHub.Asked asked) {
        long after = asked.query("after");
        if (after > log.size()) {
            return new ScriptedHub.Reply(409, "{\"code\":\"cursor-ahead\"}");
        }
        if (asked.query("wait") > 0) {
            await(() -> log.size() > after, Duration.ofMillis(200));
        }
        var items =
                log.stream()
                        .filter(message -> message.seq() > after)
                        .map(Sample::json)
                        .collect(Collectors.joining(","));
        return new ScriptedHub.Reply(
                200, "{\"items\":[" + items + "],\"next\":null,\"epoch\":\"" + epoch + "\"}");
    }

    private static boolean await(BooleanSupplier condition, Duration atMost) {
        long end = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(5_000_000);
        }
        return true;
    }

    /** A command that runs until the test ends it. */
    private final class Running implements AutoCloseable {
        private final TestShell shell = new TestShell(home);
        private final Thread thread;

        Running(String... args) {
            thread = Thread.startVirtualThread(() -> shell.run(args));
        }

        void shows(String text) {
            assertThat(await(() -> shell.out().contains(text), Duration.ofSeconds(10)))
                    .as(shell.out())
                    .isTrue();
        }

        void says(String text) {
            assertThat(await(() -> shell.err().contains(text), Duration.ofSeconds(10)))
                    .as(shell.err())
                    .isTrue();
        }

        @Override
        public void close() {
            thread.interrupt();
            assertThat(await(() -> !thread.isAlive(), Duration.ofSeconds(5))).isTrue();
        }
    }
}

package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.bus.Topic;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Clients come and drop without a word, and nothing of them stays. {@code -Dparley.leak.rounds}
 * says how often; usually it is a few times.
 */
final class LeakTest {
    private static final int ROUNDS = Integer.getInteger("parley.leak.rounds", 600);
    private static final int WARM_UP = 200;
    private static final int TOKENS = 8;
    private static final long FIVE_MEGABYTES = 5 << 20;
    private static final Logger LOG = LoggerFactory.getLogger(LeakTest.class);

    /** What the JVM, the store and the test's own client open and close when they like. */
    private static final int SPARE = 16;

    /** Three minutes. */
    private static final int MOST_LOOKS = 180;

    private static final long LOOK_NANOS = 1_000_000_000;

    /** A collection may leave what the next one takes. */
    private static final int COLLECTIONS = 4;

    /**
     * What the process holds.
     *
     * @param heap bytes in use after collections
     * @param files open files, sockets among them
     * @param threads of the platform
     */
    private record Held(long heap, long files, int threads) {
        static Held now() {
            for (int i = 0; i < COLLECTIONS; i++) {
                System.gc();
            }
            return new Held(
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                    ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                            .getOpenFileDescriptorCount(),
                    ManagementFactory.getThreadMXBean().getThreadCount());
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "heap %.1f MB, %d open files, %d threads",
                    heap / 1_048_576.0,
                    files,
                    threads);
        }
    }

    @Test
    void whoeverDropsItsConnectionLeavesNothingBehind() throws Exception {
        try (var parley =
                TestParley.with("streams.pulse-seconds", "1")
                        .with("streams.max-per-token", "16000")
                        .start()) {
            var callers = new ArrayList<Caller>();
            for (int i = 0; i < TOKENS; i++) {
                callers.add(parley.agent("agent" + i));
            }
            comeAndDrop(parley, callers, WARM_UP);
            var before = settled(parley);

            comeAndDrop(parley, callers, ROUNDS);

            var after = withoutIdleThreads(parley, before.threads());
            LOG.info(
                    "event=came-and-dropped rounds={} before=[{}] after=[{}]",
                    ROUNDS,
                    before,
                    after);
            assertThat(after.heap() - before.heap()).isBetween(-FIVE_MEGABYTES, FIVE_MEGABYTES);
            assertThat(after.files()).isLessThanOrEqualTo(before.files() + SPARE);
            assertThat(after.threads()).isLessThanOrEqualTo(before.threads() + SPARE);
            assertThat(parley.watched()).noneMatch(Topic.Local.class::isInstance);
        }
    }

    /** All at once, each with a token of its own. */
    private static void comeAndDrop(TestParley parley, List<Caller> callers, int rounds)
            throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var coming = new ArrayList<Future<?>>();
            for (var caller : callers) {
                coming.add(
                        threads.submit(
                                () -> {
                                    comeAndDrop(parley, caller, rounds / callers.size());
                                    return true;
                                }));
            }
            for (var each : coming) {
                each.get();
            }
        }
    }

    private static void comeAndDrop(TestParley parley, Caller caller, int rounds)
            throws IOException {
        for (int i = 0; i < rounds; i++) {
            switch (i % 4) {
                case 0 -> listen(parley, caller);
                case 1 -> stream(parley, Mcp.legacy(caller));
                default -> Mcp.legacy(caller);
            }
        }
    }

    /** Pools end what a rush has needed, but only when it was idle for a minute. */
    private static Held withoutIdleThreads(TestParley parley, int before) {
        var held = settled(parley);
        for (int i = 0; i < MOST_LOOKS && held.threads() > before + SPARE; i++) {
            LockSupport.parkNanos(LOOK_NANOS);
            held = Held.now();
        }
        return held;
    }

    private static void listen(TestParley parley, Caller caller) throws IOException {
        var modern = Mcp.modern(caller);
        var params = Json.object();
        params.putObject("notifications").put("toolsListChanged", true);
        var body = Json.write(Mcp.message(1, "subscriptions/listen", modern.complete(params)));
        drop(
                parley,
                "POST",
                body,
                "Authorization: Bearer " + caller.token(),
                "MCP-Protocol-Version: 2026-07-28",
                "Mcp-Method: subscriptions/listen");
    }

    private static void stream(TestParley parley, Mcp legacy) throws IOException {
        drop(
                parley,
                "GET",
                "",
                "Authorization: Bearer " + legacy.caller().token(),
                "Mcp-Session-Id: " + legacy.session());
    }

    /** Asks, sees the first byte of the answer, and is gone. */
    private static void drop(TestParley parley, String method, String body, String... headers)
            throws IOException {
        int port = URI.create(parley.url()).getPort();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            var request =
                    method
                            + " /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n"
                            + "Content-Type: application/json\r\nContent-Length: "
                            + body.length()
                            + "\r\n"
                            + String.join("\r\n", headers)
                            + "\r\n\r\n"
                            + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            assertThat(socket.getInputStream().readNBytes(12))
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo("HTTP/1.1 200");
            socket.setSoLinger(true, 0);
        }
    }

    /** What is held once everybody has been noticed to be gone. */
    private static Held settled(TestParley parley) {
        parley.watch(Sessions.IDLE.plus(Duration.ofMinutes(1)));
        while (parley.open() > 0 || parley.mcpSessions() > 0) {
            parley.watch(Sessions.IDLE.plus(Duration.ofMinutes(1)));
            LockSupport.parkNanos(20_000_000);
        }
        return Held.now();
    }
}

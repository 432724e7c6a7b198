package dev.parley.bench.http;

import dev.parley.bench.report.Demand;
import dev.parley.bench.report.Latencies;
import dev.parley.bench.report.Report;
import dev.parley.bench.report.Rounds;
import dev.parley.bench.report.Row;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** From publishing a message to its delivery, to one and to many, beside a bare echo. */
public final class Deliveries {
    private static final int STREAMS_PER_TOKEN = 250;
    private static final long PATIENCE_SECONDS = 30;
    private static final Duration WARM_UP = Duration.ofSeconds(5);

    private final Path folder;
    private final Path jar;
    private final int subscribers;
    private final int rate;

    /** Needs the hub's jar and a folder for its data. */
    public Deliveries(Path folder, Path jar, int subscribers, int rate) {
        this.folder = folder;
        this.jar = jar;
        this.subscribers = subscribers;
        this.rate = rate;
    }

    public void measure(Rounds rounds, Report report) throws Exception {
        var data = folder.resolve("hub");
        try (var hub = Child.hub(jar, data);
                var bare =
                        Child.java(
                                List.of(
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        Echo.class.getName()))) {
            var owner = Files.readString(data.resolve("owner.token")).strip();
            // What people send is audited besides, and it is agents who send most.
            var token = create(hub, "/api/tokens", "{\"agent\":\"alice\"}", owner, "token");
            var run = create(hub, "/api/runs", "{}", token, "run_id");
            streamed(hub, run, token, WARM_UP);
            echoed(bare, WARM_UP);
            var nothing = new Demand.Nothing();
            var streams =
                    rounds.interleave(
                            time -> streamed(hub, run, token, time),
                            (time, _) -> echoed(bare, time));
            report.add(Row.of("delivered over SSE, p50 ms", streams, l -> l.millis(0.5), nothing));
            report.add(Row.of("delivered over SSE, p99 ms", streams, l -> l.millis(0.99), nothing));
            var polls =
                    rounds.interleave(
                            time -> polled(hub, run, token, time), (time, _) -> echoed(bare, time));
            report.add(
                    Row.of("delivered by long poll, p50 ms", polls, l -> l.millis(0.5), nothing));
            report.add(
                    Row.of("delivered by long poll, p99 ms", polls, l -> l.millis(0.99), nothing));
            report.note(
                    "delivered: from the first byte of POST to its arrival at the reader, one at a"
                            + " time; bare is a POST answered with its own body by the same HTTP"
                            + " server, which stores nothing");
            new Idlers(hub, owner).measure(rounds.time(), report);
            crowd(hub, owner, token, rounds.time().multipliedBy(rounds.count()), report);
        }
    }

    static String create(Child hub, String path, String json, String token, String field)
            throws IOException {
        try (var connection = new Connection(hub.url(), path, token)) {
            return Json.parseTrusted(connection.post(json)).path(field).asText();
        }
    }

    private static Connection publisher(Child hub, String run, String token) throws IOException {
        return new Connection(hub.url(), "/api/runs/" + run + "/messages", token);
    }

    private static Latencies streamed(Child hub, String run, String token, Duration time)
            throws Exception {
        try (var reader = Crowd.open(hub.url(), "/api/runs/" + run + "/events", List.of(token), 1);
                var publisher = publisher(hub, run, token)) {
            for (long end = System.nanoTime() + time.toNanos(); System.nanoTime() < end; ) {
                publisher.post(Stamps.message(System.nanoTime()));
                await(reader, 1);
            }
            return reader.take();
        }
    }

    private static Latencies polled(Child hub, String run, String token, Duration time)
            throws Exception {
        var took = new Latencies();
        try (var publisher = publisher(hub, run, token);
                var reader = publisher(hub, run, token)) {
            long[] seq = {
                Json.parseTrusted(publisher.post(Stamps.message(0))).path("seq").asLong()
            };
            var stamps = new Stamps();
            for (long end = System.nanoTime() + time.toNanos(); System.nanoTime() < end; ) {
                var polling =
                        Thread.ofPlatform()
                                .start(
                                        () -> {
                                            var page = poll(reader, seq[0]++);
                                            long now = System.nanoTime();
                                            stamps.scan(page, sent -> took.add(now - sent));
                                        });
                // Long enough for the hub to be waiting already, which is what is measured.
                LockSupport.parkNanos(2_000_000);
                publisher.post(Stamps.message(System.nanoTime()));
                polling.join();
            }
        }
        return took;
    }

    private static ByteBuffer poll(Connection reader, long after) {
        try {
            return ByteBuffer.wrap(reader.get("?wait=30&after=" + after));
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static Latencies echoed(Child bare, Duration time) throws IOException {
        var took = new Latencies();
        try (var connection = new Connection(bare.url(), "/echo", "any")) {
            for (long now = System.nanoTime(), end = now + time.toNanos(); now < end; ) {
                connection.post(Stamps.message(now));
                long after = System.nanoTime();
                took.add(after - now);
                now = after;
            }
        }
        return took;
    }

    /** Many on one run, at a steady rate: everything must arrive. */
    private void crowd(Child hub, String owner, String token, Duration time, Report report)
            throws Exception {
        var run = create(hub, "/api/runs", "{}", token, "run_id");
        var tokens = new ArrayList<String>();
        for (int i = 0; i * STREAMS_PER_TOKEN < subscribers; i++) {
            var wanted = "{\"agent\":\"reader" + i + "\"}";
            tokens.add(create(hub, "/api/tokens", wanted, owner, "token"));
        }
        try (var crowd =
                        Crowd.open(hub.url(), "/api/runs/" + run + "/events", tokens, subscribers);
                var publisher = publisher(hub, run, token)) {
            publish(publisher, (int) (rate * WARM_UP.toSeconds()), crowd);
            crowd.take();
            long cpu = hub.cpuNanos();
            int messages = (int) (rate * time.toSeconds());
            publish(publisher, messages, crowd);
            var took = crowd.take();
            report.note(
                    String.format(
                            Locale.ROOT,
                            "%,d SSE subscribers of one run at %d messages/s for %d s: %,d of %,d"
                                    + " delivered, p50 %.1f ms, p99 %.1f ms (aim: 300), CPU of the"
                                    + " hub %.1f us a delivery (aim: 20)",
                            subscribers,
                            rate,
                            time.toSeconds(),
                            took.count(),
                            (long) messages * subscribers,
                            took.millis(0.5),
                            took.millis(0.99),
                            (hub.cpuNanos() - cpu) / 1e3 / took.count()));
        }
    }

    /** Publishes at the rate, then waits for the last delivery. */
    private void publish(Connection publisher, int messages, Crowd crowd) throws Exception {
        long begun = System.nanoTime();
        for (int i = 0; i < messages; i++) {
            long due = begun + i * 1_000_000_000L / rate;
            LockSupport.parkNanos(due - System.nanoTime());
            publisher.post(Stamps.message(System.nanoTime()));
        }
        await(crowd, messages * subscribers);
    }

    private static void await(Crowd crowd, int count) throws Exception {
        if (!crowd.delivered().tryAcquire(count, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(
                    "only "
                            + crowd.delivered().availablePermits()
                            + " of "
                            + count
                            + " were delivered");
        }
    }
}

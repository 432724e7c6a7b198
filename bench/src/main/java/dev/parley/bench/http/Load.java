package dev.parley.bench.http;

import dev.parley.bench.report.Latencies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Posts messages over many connections, one at a time on each, and counts what that costs. */
record Load(Child server, List<String> runs, String token) {
    private static final String TEXT = "x".repeat(300);

    /** What a round has shown. */
    record Sample(Latencies latencies, long nanos, long cpuNanos) {
        double perSecond() {
            return latencies.count() * 1e9 / nanos;
        }

        double cpuMicros() {
            return cpuNanos / 1e3 / latencies.count();
        }
    }

    /** One connection for each run. */
    Sample run(Duration time) throws Exception {
        var all = new Latencies();
        long cpu = server.cpuNanos();
        long begun = System.nanoTime();
        long end = begun + time.toNanos();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (var run : runs) {
                running.add(
                        threads.submit(
                                () -> {
                                    all.addAll(post(run, end));
                                    return true;
                                }));
            }
            for (var connection : running) {
                connection.get();
            }
        }
        return new Sample(all, System.nanoTime() - begun, server.cpuNanos() - cpu);
    }

    private Latencies post(String run, long end) throws IOException {
        var took = new Latencies();
        var sender = UUID.randomUUID();
        try (var connection =
                new Connection(server.url(), "/api/runs/" + run + "/messages", token)) {
            for (long n = 0, now = System.nanoTime(); now < end; n++) {
                connection.post(message(sender + "-" + n));
                long after = System.nanoTime();
                took.add(after - now);
                now = after;
            }
        }
        return took;
    }

    private static String message(String id) {
        return """
               {"message_id":"%s","from_agent":"alice","to_agent":"bob","kind":"message",\
               "summary":"a message of the usual size","payload":{"text":"%s"}}"""
                .formatted(id, TEXT);
    }
}

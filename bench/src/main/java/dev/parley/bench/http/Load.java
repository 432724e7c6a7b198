package dev.parley.bench.http;

import dev.parley.bench.report.Latencies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Sends over many connections, one request at a time on each, and counts what that costs. */
public record Load(Child server, int connections, Opener opener) {
    /** Whoever sends over a connection of its own. */
    public interface Sender extends AutoCloseable {
        /** Sends once, and waits for the answer. */
        void send() throws IOException;

        @Override
        void close() throws IOException;
    }

    /** Opens connections. */
    @FunctionalInterface
    public interface Opener {
        Sender open(int number) throws IOException;
    }

    /** What a round has shown. */
    public record Sample(Latencies latencies, long nanos, long cpuNanos) {
        public double perSecond() {
            return latencies.count() * 1e9 / nanos;
        }

        public double cpuMicros() {
            return cpuNanos / 1e3 / latencies.count();
        }
    }

    /** Opens all, then sends for so long. */
    public Sample run(Duration time) throws Exception {
        var senders = new ArrayList<Sender>();
        try {
            for (int number = 0; number < connections; number++) {
                senders.add(opener.open(number));
            }
            return send(senders, time);
        } finally {
            for (var sender : senders) {
                sender.close();
            }
        }
    }

    private Sample send(List<Sender> senders, Duration time) throws Exception {
        var all = new Latencies();
        long cpu = server.cpuNanos();
        long begun = System.nanoTime();
        long end = begun + time.toNanos();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (var sender : senders) {
                running.add(
                        threads.submit(
                                () -> {
                                    all.addAll(send(sender, end));
                                    return true;
                                }));
            }
            for (var connection : running) {
                connection.get();
            }
        }
        return new Sample(all, System.nanoTime() - begun, server.cpuNanos() - cpu);
    }

    private static Latencies send(Sender sender, long end) throws IOException {
        var took = new Latencies();
        for (long now = System.nanoTime(); now < end; ) {
            sender.send();
            long after = System.nanoTime();
            took.add(after - now);
            now = after;
        }
        return took;
    }
}

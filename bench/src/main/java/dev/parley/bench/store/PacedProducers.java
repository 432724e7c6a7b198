package dev.parley.bench.store;

import dev.parley.bench.report.Latencies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/**
 * Virtual threads that append at a steady pace. A message's time counts from when it was due, so
 * that a store which stands still does not hide what would have been sent meanwhile.
 */
record PacedProducers(Engine engine, List<Template> templates) {
    static final int PRODUCERS = 16;
    static final int PER_SECOND = 1_000;

    private static final long INTERVAL = PRODUCERS * 1_000_000_000L / PER_SECOND;

    Latencies run(Duration time) throws Exception {
        var all = new Latencies();
        long begun = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < PRODUCERS; i++) {
                int number = i;
                long first = begun + INTERVAL * i / PRODUCERS;
                running.add(
                        threads.submit(
                                () -> all.addAll(produce(number, first, begun + time.toNanos()))));
            }
            for (var producer : running) {
                producer.get();
            }
        }
        return all;
    }

    private Latencies produce(int number, long first, long end) {
        var took = new Latencies();
        int i = number;
        for (long due = first; due < end; due += INTERVAL) {
            for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                LockSupport.parkNanos(early);
            }
            engine.store().write(templates.get(i++ % templates.size()).stamped(engine.nextId()));
            took.add(System.nanoTime() - due);
        }
        return took;
    }
}

package dev.parley.bench.store;

import dev.parley.run.Posted;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Virtual threads that append as fast as they are answered, each into one run after the other. */
final class Producers {
    private final Engine engine;
    private final List<Template> templates;
    private volatile boolean stopped;

    Producers(Engine engine, List<Template> templates) {
        this.engine = engine;
        this.templates = templates;
    }

    /** Lets so many producers keep so many appends under way each, for a time. */
    Sample run(int producers, int outstanding, Duration time) throws Exception {
        stopped = false;
        var before = engine.store().stats();
        long cpu = Cpu.ofThread("parley-writer");
        long begun = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < producers; i++) {
                int first = i;
                running.add(threads.submit(() -> produce(first, outstanding)));
            }
            Thread.sleep(time);
            stopped = true;
            for (var producer : running) {
                producer.get();
            }
        }
        long nanos = System.nanoTime() - begun;
        var after = engine.store().stats();
        return new Sample(
                after.commands() - before.commands(),
                after.batches() - before.batches(),
                nanos,
                Cpu.ofThread("parley-writer") - cpu);
    }

    private void produce(int first, int outstanding) {
        var underWay = new ArrayDeque<CompletableFuture<Posted>>(outstanding);
        for (int i = first; !stopped; i++) {
            if (underWay.size() == outstanding) {
                underWay.remove().join();
            }
            var template = templates.get(i % templates.size());
            underWay.add(engine.store().submit(template.stamped(engine.nextId())));
        }
        underWay.forEach(CompletableFuture::join);
    }
}

package dev.parley.bench.store;

import dev.parley.run.Posted;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Fills runs with messages before something is measured on them. */
record Filling(Engine engine, List<Template> templates) {
    private static final int OUTSTANDING = 2_048;

    void write(long messages) {
        var underWay = new ArrayDeque<CompletableFuture<Posted>>(OUTSTANDING);
        for (long i = 0; i < messages; i++) {
            if (underWay.size() == OUTSTANDING) {
                underWay.remove().join();
            }
            var template = templates.get((int) (i % templates.size()));
            underWay.add(engine.store().submit(template.stamped(engine.nextId())));
        }
        underWay.forEach(CompletableFuture::join);
    }
}

package dev.parley.store;

import dev.parley.metric.Batch;

/** Is told of every batch once it is durable, on the writer's thread: it must be quick. */
@FunctionalInterface
public interface CommitListener {
    void committed(Batch batch);
}

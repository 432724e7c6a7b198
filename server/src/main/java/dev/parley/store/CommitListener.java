package dev.parley.store;

/** Is told of every batch once it is durable, on the writer's thread: it must be quick. */
@FunctionalInterface
public interface CommitListener {
    /**
     * @param commands how many shared the batch
     * @param nanos what making it durable took, once everything was decided
     */
    void committed(int commands, long nanos);
}

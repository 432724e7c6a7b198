package dev.parley.client.agent;

/** What a worker does with a task. */
@FunctionalInterface
public interface Work {
    /**
     * Does a task. The thread is interrupted when the task is no longer the worker's to do.
     *
     * @throws Exception when it could not be done this time; another attempt may follow
     */
    Result on(Job job) throws Exception;
}

package dev.parley.client.agent;

import dev.parley.client.Lease;
import dev.parley.client.ParleyClient;
import dev.parley.client.TaskView;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A task in the hands of a worker. Its lease is kept up for as long as the work takes. */
public final class Job {
    private final ParleyClient client;
    private final TaskView task;
    private final Lease lease;

    Job(ParleyClient client, TaskView task, Lease lease) {
        this.client = client;
        this.task = task;
        this.lease = lease;
    }

    public TaskView task() {
        return task;
    }

    /** What is to be done. */
    public String message() {
        return task.message().orElse("");
    }

    /** How often it was begun, this time included: who comes later may find half of it done. */
    public long attempt() {
        return task.attempt();
    }

    public Lease lease() {
        return lease;
    }

    /** Tells whoever wanted it done how it goes. */
    public void progress(String message) {
        client.tasks().progress(lease, message);
    }

    /** Asks a person and waits for the answer; empty when none came in time. */
    public Optional<String> askPerson(String question, Duration atMost) {
        return askPerson(question, List.of(), atMost);
    }

    /** The same where only some answers will do. */
    public Optional<String> askPerson(String question, List<String> choices, Duration atMost) {
        var asked = client.tasks().ask(lease, question, choices);
        return Waiting.until(
                        atMost,
                        left ->
                                client.messages()
                                        .reply(asked.runId(), asked.messageId(), asked.seq(), left))
                .map(answer -> Received.whole(client, answer).text());
    }
}

package dev.parley.client.agent;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.client.Letter;
import dev.parley.client.NewTask;
import dev.parley.client.ParleyClient;
import dev.parley.client.Published;
import dev.parley.client.TaskView;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Part;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * An agent: it sends and gets messages, asks other agents and people, publishes and follows events,
 * and does work.
 *
 * <pre>{@code
 * try (var echo = Agent.connect(hub, token, "echo")) {
 *     echo.processMessage(message -> Optional.of("you said " + message.text()));
 *     echo.sendMessageToAgent("alice", "here I am");
 *     echo.join();
 * }
 * }</pre>
 *
 * <p>Safe for use by many threads. What is under way survives restarts of the hub. What the hub
 * refuses is thrown as a {@link dev.parley.protocol.ParleyException}, and changes nothing else.
 */
public final class Agent implements AutoCloseable {
    private final ParleyClient client;
    private final AgentName name;
    private final Asking asking;
    private final Queue<AutoCloseable> open = new ConcurrentLinkedQueue<>();
    private @Nullable Listener listener;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** An agent that speaks through this client, which ends with it. */
    public Agent(ParleyClient client, AgentName name) {
        this.client = client;
        this.name = name;
        this.asking = new Asking(client, name);
    }

    public static Agent connect(URI hub, String token, String name) {
        return new Agent(ParleyClient.connect(hub, token), new AgentName(name));
    }

    /** Whatever else a hub can do, as this agent. */
    public ParleyClient client() {
        return client;
    }

    /** Sends a message to another agent; it is on the hub's disk when this returns. */
    public Letter sendMessageToAgent(String agent, String text) {
        return client.messages().direct(new Address(agent), text);
    }

    /**
     * The same with an id of its own, for programs that may crash and send again: the hub takes it
     * once.
     */
    public Letter sendMessageToAgent(String agent, String text, String messageId) {
        var parts = List.of(Part.ofText(text));
        return client.messages().direct(new Address(agent), parts, new MessageId(messageId));
    }

    /** Asks another agent and waits for its reply; empty when none came in time. */
    public Optional<Received> ask(String agent, String question, Duration atMost) {
        var draft = question(agent, question).deadlineAt(Instant.now().plus(atMost));
        return asking.ask(draft, new Address(agent), atMost);
    }

    /**
     * The same with an id of its own, for programs that may crash and ask again: it is asked once,
     * and whoever asks it again gets the same reply.
     */
    public Optional<Received> ask(
            String agent, String question, String messageId, Duration atMost) {
        var id = new MessageId(messageId);
        return asking.ask(question(agent, question).messageId(id).build(), id, atMost);
    }

    private Draft.Builder question(String agent, String question) {
        return Draft.to(new Address(agent), "QUERY")
                .from(Address.of(name))
                .summary(OneLine.summary(question))
                .payload(Json.object().put("question", question))
                .expectsReply(true);
    }

    /** Asks a person and waits for the answer; empty when none came in time. */
    public Optional<String> askPerson(String question, Duration atMost) {
        return askPerson(question, List.of(), atMost);
    }

    /** The same where only some answers will do. */
    public Optional<String> askPerson(String question, List<String> choices, Duration atMost) {
        var payload = Json.object().put("question", question);
        if (!choices.isEmpty()) {
            choices.forEach(payload.putArray("choices")::add);
        }
        var draft =
                Draft.to(Address.USER, "REQUEST_USER_INPUT")
                        .from(Address.of(name))
                        .summary(OneLine.summary(question))
                        .payload(payload);
        return asking.ask(draft, Address.USER, atMost).map(Received::text);
    }

    /**
     * Hands every message for the agent to the handler, one after the other, from now on and across
     * restarts: each at least once, and once in the life of this object. What the handler returns
     * is sent as the reply, unless the message is a reply. What an {@link #ask} waits for does not
     * come here.
     */
    public synchronized void processMessage(Handler handler) {
        if (listener != null) {
            throw new IllegalStateException("this agent processes its messages already");
        }
        var listening = new Listener(client, name, handler, asking);
        listener = listening;
        open.add(listening);
    }

    /** Publishes an event for whoever follows its topic, {@code agent.NAME.TYPE}. */
    public Published publishEvent(String eventType, ObjectNode data) {
        return client.topics().publish(eventType, data);
    }

    /** Follows all topics that a pattern matches, such as {@code agent.*.task.complete}. */
    public Following subscribeToAgentEvents(String pattern, EventHandler handler) {
        return subscribeToAgentEvents(Subscription.to(pattern), handler);
    }

    /**
     * Hands events to the handler, one after the other and in the order in which they were
     * published. When this returns, nothing that is published is missed any more.
     */
    public Following subscribeToAgentEvents(Subscription wanted, EventHandler handler) {
        var following = new Following(wanted.source(client.topics()), handler, wanted.toString());
        open.add(following);
        return following;
    }

    /** Has something done and waits for it; the task as it stands when time runs out. */
    public TaskView doTask(NewTask task, Duration atMost) {
        var created = client.tasks().create(task).taskId();
        return Waiting.until(atMost, left -> Optional.of(client.tasks().await(created, left)))
                .orElseThrow();
    }

    /** Claims tasks and does them, one at a time, until the agent is closed. */
    public Worker work(Capabilities has, Work work) {
        return work(Worker.of(client, name).having(has), work);
    }

    /** The same where a worker that is unheard of for this long is replaced by another. */
    public Worker work(Capabilities has, Duration lease, Work work) {
        return work(Worker.of(client, name).having(has).lease(lease), work);
    }

    /** The same in other ways: several at a time, or with results kept on disk until they count. */
    public Worker work(Worker.Setup setup, Work work) {
        var worker = setup.start(work);
        open.add(worker);
        return worker;
    }

    /** Waits until the agent is closed. */
    public void join() throws InterruptedException {
        closed.await();
    }

    /** Finishes the message and the tasks that are under way, and ends. */
    @Override
    public void close() {
        for (var part = open.poll(); part != null; part = open.poll()) {
            Quietly.close(part);
        }
        client.close();
        closed.countDown();
    }
}

package dev.parley.client.agent;

import dev.parley.client.Letter;
import dev.parley.client.NewRun;
import dev.parley.client.ParleyClient;
import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Capabilities;
import dev.parley.protocol.Draft;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.protocol.RunProtocol;
import dev.parley.protocol.codec.Json;
import dev.parley.protocol.codec.OneLine;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * An agent: it sends and gets messages, asks other agents and people, and does work.
 *
 * <pre>{@code
 * try (var echo = Agent.connect(hub, token, "echo")) {
 *     echo.processMessage(message -> Optional.of("you said " + message.text()));
 *     echo.sendMessageToAgent("alice", "here I am");
 *     echo.join();
 * }
 * }</pre>
 *
 * <p>Safe for use by many threads. What is under way survives restarts of the hub.
 */
public final class Agent implements AutoCloseable {
    private final ParleyClient client;
    private final AgentName name;
    private final Set<MessageId> awaited = ConcurrentHashMap.newKeySet();
    private final Queue<AutoCloseable> open = new ConcurrentLinkedQueue<>();
    private @Nullable RunId withPeople;
    private volatile @Nullable Listener listener;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** An agent that speaks through this client, which ends with it. */
    public Agent(ParleyClient client, AgentName name) {
        this.client = client;
        this.name = name;
    }

    public static Agent connect(URI hub, String token, String name) {
        return new Agent(ParleyClient.connect(hub, token), new AgentName(name));
    }

    /** Sends a message to another agent; it is on the hub's disk when this returns. */
    public Letter sendMessageToAgent(String agent, String text) {
        return client.messages().direct(new Address(agent), text, Optional.empty());
    }

    /** Asks another agent and waits for its reply; empty when none came in time. */
    public Optional<Received> ask(String agent, String text, Duration atMost) {
        var asked = client.messages().direct(new Address(agent), text, Optional.of(atMost));
        return reply(asked.runId(), asked.messageId(), asked.seq(), atMost);
    }

    /** Asks a person and waits for the answer; empty when none came in time. */
    public Optional<String> askPerson(String question, Duration atMost) {
        var run = withPeople();
        var draft =
                Draft.to(Address.USER, "REQUEST_USER_INPUT")
                        .from(Address.of(name))
                        .summary(OneLine.summary(question))
                        .payload(Json.object().put("question", question));
        var sent = client.messages().send(run, draft.build());
        return reply(run, sent.messageId(), sent.seq(), atMost).map(Received::text);
    }

    /** All that it asks people stands in one run. */
    private synchronized RunId withPeople() {
        var run = withPeople;
        if (run == null) {
            var opened = NewRun.of(RunProtocol.OPEN).with(name.value(), name);
            run = client.runs().create(opened).runId();
            withPeople = run;
        }
        return run;
    }

    private Optional<Received> reply(RunId run, MessageId asked, long seq, Duration atMost) {
        awaited.add(asked);
        var reply = Waiting.until(atMost, left -> client.messages().reply(run, asked, seq, left));
        if (reply.isEmpty() || listener == null) {
            awaited.remove(asked);
        }
        return reply.map(Received::new);
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
        var listening = new Listener(client, name, handler, awaited);
        listener = listening;
        open.add(listening);
    }

    /** Claims tasks and does them, one at a time, until the agent is closed. */
    public Worker work(Capabilities has, Work work) {
        return work(Worker.of(client, name).having(has), work);
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

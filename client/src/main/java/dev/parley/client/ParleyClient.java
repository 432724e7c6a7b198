package dev.parley.client;

import dev.parley.protocol.Address;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.net.URI;
import java.util.function.Supplier;

/**
 * A connection to a hub: one group of calls per subject. Safe for use by many threads; every call
 * blocks until it has its answer, and throws {@link ParleyException} when it gets none.
 *
 * <p>Every write can be repeated without being done twice, and is repeated for as long as {@link
 * Patience} allows when the hub is away or busy. What the hub refuses is never sent again.
 */
public final class ParleyClient implements AutoCloseable {
    private final Whereabouts hub;
    private final Transport transport;
    private final Epoch epoch = new Epoch();

    private ParleyClient(Whereabouts hub, Transport transport) {
        this.hub = hub;
        this.transport = transport;
    }

    /** A client of a hub that may move, with the usual patience. */
    public static ParleyClient connect(Supplier<URI> hub, String token) {
        return connect(hub, token, Patience.standard());
    }

    /** A client of this hub, acting as whoever the token belongs to; nothing is sent yet. */
    public static ParleyClient connect(URI hub, String token) {
        return connect(hub, token, Patience.standard());
    }

    public static ParleyClient connect(URI hub, String token, Patience patience) {
        Whereabouts.requireHub(hub);
        return connect(() -> hub, token, patience);
    }

    /**
     * A client of a hub that may move when it restarts.
     *
     * @param hub asked before every attempt where the hub is; throws while it is nowhere
     */
    public static ParleyClient connect(Supplier<URI> hub, String token, Patience patience) {
        if (!token.matches("[\\x21-\\x7e]+")) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "a token is one word of letters, digits and signs");
        }
        var whereabouts = new Whereabouts(hub);
        return new ParleyClient(whereabouts, new Transport(whereabouts, token, "", patience));
    }

    /** The same as one of several running copies of its agent, which share the agent's inbox. */
    public ParleyClient as(InstanceId instance) {
        return new ParleyClient(hub, transport.as(instance.value()));
    }

    public URI url() {
        return hub.now();
    }

    /** Runs: open one, list them, look at one. */
    public Runs runs() {
        return new Runs(transport);
    }

    /** The messages of a run: send, read, pull and ack. */
    public Messages messages() {
        return new Messages(transport, epoch);
    }

    /** What is for an agent in all its runs. */
    public Inbox inbox(AgentName agent) {
        return new Inbox(transport, epoch, agent.value());
    }

    /** What is for people in all runs. */
    public Inbox inbox() {
        return new Inbox(transport, epoch, Address.USER.value());
    }

    /** Work: have it done, or do it. */
    public Tasks tasks() {
        return new Tasks(transport);
    }

    /** Events: publish them, and follow those of others. */
    public Topics topics() {
        return new Topics(transport, epoch);
    }

    public Agents agents() {
        return new Agents(transport);
    }

    /** The tools that agents use through the hub. */
    public Tools tools() {
        return new Tools(transport);
    }

    /** Conversations with one agent each. */
    public Sessions sessions() {
        return new Sessions(transport);
    }

    /** What is asked of people. */
    public Questions questions() {
        return new Questions(transport);
    }

    public Tokens tokens() {
        return new Tokens(transport);
    }

    public Blobs blobs() {
        return new Blobs(transport);
    }

    public Audit audit() {
        return new Audit(transport);
    }

    /** The hub itself: its health, its backup, what it holds. */
    public Hub hub() {
        return new Hub(transport);
    }

    /** Ends what is under way; the client cannot be used afterwards. */
    @Override
    public void close() {
        transport.close();
    }
}

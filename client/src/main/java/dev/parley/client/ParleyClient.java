package dev.parley.client;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.net.URI;

/**
 * A connection to a hub: one group of calls per subject. Safe for use by many threads; every call
 * blocks until it has its answer, and throws {@link ParleyException} when it gets none.
 *
 * <p>Every write can be repeated without being done twice, and is repeated for as long as {@link
 * Patience} allows when the hub is away or busy. What the hub refuses is never sent again.
 */
public final class ParleyClient implements AutoCloseable {
    private final URI url;
    private final Transport transport;
    private final Epoch epoch = new Epoch();

    private ParleyClient(URI url, Transport transport) {
        this.url = url;
        this.transport = transport;
    }

    /** A client of this hub, acting as whoever the token belongs to; nothing is sent yet. */
    public static ParleyClient connect(URI hub, String token) {
        return connect(hub, token, Patience.standard());
    }

    public static ParleyClient connect(URI hub, String token, Patience patience) {
        var scheme = hub.getScheme();
        if (hub.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "a hub's address is http://host:port or https://…, not " + hub);
        }
        if (!token.matches("[\\x21-\\x7e]+")) {
            throw new ParleyException(
                    Problem.BAD_VALUE, "a token is one word of letters, digits and signs");
        }
        return new ParleyClient(hub, new Transport(hub, token, patience));
    }

    public URI url() {
        return url;
    }

    /** Runs: open one, list them, look at one. */
    public Runs runs() {
        return new Runs(transport);
    }

    /** The messages of a run: send, read, pull and ack. */
    public Messages messages() {
        return new Messages(transport, epoch);
    }

    public Agents agents() {
        return new Agents(transport);
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

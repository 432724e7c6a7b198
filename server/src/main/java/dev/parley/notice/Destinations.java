package dev.parley.notice;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;

/**
 * Which addresses webhooks may go to. A hub stands inside somebody's network, and whoever may give
 * it a task must not reach through it what only those inside can.
 */
final class Destinations {
    private static final Set<Integer> PORTS = Set.of(443, 8443);

    private static final String REMEDY =
            "; whoever runs the hub may add it to notify.allow in its configuration";

    private final Allowed allowed;
    private final Resolver resolver;

    /** Finds the addresses of a host, in bounded time. */
    interface Resolver {
        List<InetAddress> of(String host) throws UnknownHostException;
    }

    /** Where to connect: what was checked, not a name that may stand for something else by then. */
    record Destination(WebhookUrl url, InetAddress address) {}

    Destinations(Allowed allowed, Resolver resolver) {
        this.allowed = allowed;
        this.resolver = resolver;
    }

    /** Refuses what is wrong whatever the host's name stands for. */
    void check(WebhookUrl url) {
        var literal = url.literal();
        literal.ifPresent(address -> requireReachable(url, address));
        if (allowed.has(url.host()) || literal.filter(allowed::has).isPresent()) {
            return;
        }
        if (!url.isTls()) {
            throw refused(url.host() + " would be sent to without TLS: use https://");
        }
        if (!PORTS.contains(url.port())) {
            throw refused("port " + url.port() + " of " + url.host() + " is neither 443 nor 8443");
        }
    }

    /**
     * Looks the host up once and refuses it if any of its addresses is refused.
     *
     * @param attempt from 0; another address each time where there are several
     */
    Destination find(WebhookUrl url, int attempt) throws Undelivered {
        try {
            check(url);
            var addresses = addresses(url);
            addresses.forEach(address -> requireReachable(url, address));
            return new Destination(url, addresses.get(attempt % addresses.size()));
        } catch (ParleyException refused) {
            throw Undelivered.forNow(refused.problem().slug() + ": " + refused.detail());
        }
    }

    private List<InetAddress> addresses(WebhookUrl url) throws Undelivered {
        var literal = url.literal();
        if (literal.isPresent()) {
            return List.of(literal.get());
        }
        try {
            return resolver.of(url.host());
        } catch (UnknownHostException _) {
            throw Undelivered.forNow("the host " + url.host() + " was not found");
        }
    }

    private void requireReachable(WebhookUrl url, InetAddress address) {
        if (!PublicAddress.is(address) && !allowed.has(url.host()) && !allowed.has(address)) {
            var shown = address.getHostAddress();
            throw refused(
                    (shown.equals(url.host()) ? "" : url.host() + " is ")
                            + shown
                            + ", which is not a public address");
        }
    }

    private static ParleyException refused(String why) {
        return new ParleyException(Problem.ADDRESS_REFUSED, why + REMEDY);
    }
}

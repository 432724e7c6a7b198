package dev.parley.http;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Which names the hub answers to, and for which pages. A page of a stranger's site that resolves
 * its own name to this machine, or simply calls it, is refused here.
 */
final class HostRule {
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Set<String> ANY_ADDRESS = Set.of("0.0.0.0", "::", "[::]");

    private final Set<String> hosts = new HashSet<>(LOCAL);
    private final Set<String> origins;

    HostRule(HttpSettings settings) {
        if (!ANY_ADDRESS.contains(settings.host())) {
            hosts.add(inBrackets(settings.host().toLowerCase(Locale.ROOT)));
        }
        settings.allowedHosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
        origins = Set.copyOf(settings.allowedOrigins());
    }

    void check(Request request) {
        var headers = request.getHeaders();
        var authority = headers.get(HttpHeader.HOST);
        if (authority == null || authority.isEmpty()) {
            throw new ParleyException(Problem.BAD_REQUEST, "the Host header is missing");
        }
        var host = Request.getServerName(request);
        if (!hosts.contains(host) && !hosts.contains(host.toLowerCase(Locale.ROOT))) {
            throw new ParleyException(
                    Problem.HOST_REFUSED,
                    "the hub does not answer to this host name; http.allowed-hosts in parley.yaml"
                            + " says to which it does, beside localhost");
        }
        var origin = headers.get(HttpHeader.ORIGIN);
        if (origin != null && !isSame(origin, request, authority) && !origins.contains(origin)) {
            throw new ParleyException(
                    Problem.ORIGIN_REFUSED, "pages of this origin may not call the hub");
        }
    }

    private static boolean isSame(String origin, Request request, String authority) {
        return origin.equalsIgnoreCase(request.getHttpURI().getScheme() + "://" + authority);
    }

    private static String inBrackets(String host) {
        return host.indexOf(':') >= 0 && !host.startsWith("[") ? '[' + host + ']' : host;
    }
}

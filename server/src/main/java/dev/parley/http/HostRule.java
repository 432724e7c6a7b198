package dev.parley.http;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Which names the hub answers to, and for which pages. A page of a stranger's site that resolves
 * its own name to this machine, or simply calls it, is refused here.
 */
final class HostRule {
    private static final Set<String> LOCAL = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final Pattern USUAL_PORT =
            Pattern.compile("^(http(?=.*:80$)|https(?=.*:443$)):(.*):[0-9]+$");
    private static final Set<String> ANY_ADDRESS = Set.of("0.0.0.0", "::", "[::]");

    private final Set<String> hosts = new HashSet<>(LOCAL);
    private final Set<String> origins;
    private final boolean isBehindProxy;

    HostRule(HttpSettings settings) {
        if (!ANY_ADDRESS.contains(settings.host())) {
            hosts.add(inBrackets(settings.host().toLowerCase(Locale.ROOT)));
        }
        settings.allowedHosts().forEach(host -> hosts.add(host.toLowerCase(Locale.ROOT)));
        origins = Set.copyOf(settings.allowedOrigins());
        isBehindProxy = settings.behindProxy();
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
        if (origin != null
                && !origin.equalsIgnoreCase(origin(request))
                && !origins.contains(origin)) {
            throw new ParleyException(
                    Problem.ORIGIN_REFUSED, "pages of this origin may not call the hub");
        }
    }

    /** The hub's own address as browsers see it, without the port where that is the usual one. */
    String origin(Request request) {
        var authority = request.getHeaders().get(HttpHeader.HOST);
        var origin = scheme(request) + "://" + authority;
        return USUAL_PORT.matcher(origin.toLowerCase(Locale.ROOT)).replaceFirst("$1:$2");
    }

    /** A proxy that speaks TLS says so; whoever else says it is not believed. */
    private String scheme(Request request) {
        var forwarded = isBehindProxy ? request.getHeaders().get("X-Forwarded-Proto") : null;
        return "https".equalsIgnoreCase(forwarded) ? "https" : request.getHttpURI().getScheme();
    }

    private static String inBrackets(String host) {
        return host.indexOf(':') >= 0 && !host.startsWith("[") ? '[' + host + ']' : host;
    }
}

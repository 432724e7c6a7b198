package dev.parley.http;

import dev.parley.access.Principal;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpCookie;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Request;

/**
 * Who calls. A token counts whoever has sent it; a cookie, which browsers send along whatever page
 * asks them to, only where the page is one of the hub's own.
 */
final class Identity {
    private static final Set<String> LOOKS = Set.of("GET", "HEAD");

    /** Where a browser says that a request comes from: the hub's page, or the address bar. */
    private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

    private final Authenticator authenticator;
    private final HostRule hosts;

    Identity(Authenticator authenticator, HostRule hosts) {
        this.authenticator = authenticator;
        this.hosts = hosts;
    }

    /** Whoever calls, who must be somebody. */
    Principal of(Request request) {
        return find(request).orElseGet(() -> authenticator.authenticate(""));
    }

    /** Whoever calls, if it says so. */
    Optional<Principal> find(Request request) {
        var authorization = request.getHeaders().get(HttpHeader.AUTHORIZATION);
        return authorization != null
                ? Optional.of(authenticator.authenticate(authorization))
                : cookie(request)
                        .map(
                                cookie -> {
                                    requireOwnPage(request);
                                    return authenticator.recognise(cookie);
                                });
    }

    /** The hub's address as the caller sees it. */
    String origin(Request request) {
        return hosts.origin(request);
    }

    private Optional<String> cookie(Request request) {
        var cookies = Request.getCookies(request);
        if (cookies.isEmpty()) {
            return Optional.empty();
        }
        var name = authenticator.cookie(hosts.origin(request));
        return cookies.stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    private void requireOwnPage(Request request) {
        var headers = request.getHeaders();
        boolean isLook =
                LOOKS.contains(request.getMethod()) && !headers.contains(HttpHeader.UPGRADE);
        if (isLook) {
            var site = headers.get("Sec-Fetch-Site");
            if (site != null && !OWN_SITE.contains(site)) {
                throw new ParleyException(
                        Problem.ORIGIN_REFUSED,
                        "a console session is for the console's own pages, not for a "
                                + site
                                + " one");
            }
        } else if (!hosts.origin(request).equalsIgnoreCase(headers.get(HttpHeader.ORIGIN))) {
            throw new ParleyException(
                    Problem.ORIGIN_REFUSED,
                    "a console session does this only with Origin: "
                            + hosts.origin(request)
                            + "; programs send a token in Authorization instead");
        }
    }
}

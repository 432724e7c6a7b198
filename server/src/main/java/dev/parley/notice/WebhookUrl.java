package dev.parley.notice;

import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Where a webhook goes: a URL in which nothing can be mistaken for something else. */
record WebhookUrl(URI url) {
    private static final int MAX_LENGTH = 2_000;
    private static final int HTTPS = 443;
    private static final int HTTP = 80;

    static WebhookUrl read(String text) {
        if (text.length() > MAX_LENGTH) {
            throw bad("may have at most " + MAX_LENGTH + " characters");
        }
        if (!StandardCharsets.US_ASCII.newEncoder().canEncode(text)) {
            throw bad("must be written in ASCII, as a browser's address bar copies it");
        }
        try {
            return new WebhookUrl(new URI(text));
        } catch (URISyntaxException _) {
            throw bad("must be a URL such as https://example.com/hook, was " + Names.quote(text));
        }
    }

    WebhookUrl {
        var scheme = url.getScheme();
        if (scheme == null || url.getHost() == null) {
            throw bad("must be a URL such as https://example.com/hook");
        }
        if (!scheme.equalsIgnoreCase("https") && !scheme.equalsIgnoreCase("http")) {
            throw bad("must begin with https://, was " + Names.quote(scheme));
        }
        if (url.getRawUserInfo() != null || url.getRawFragment() != null) {
            throw bad("must have neither a user nor a #fragment");
        }
        if (url.getPort() == 0 || url.getPort() > 0xFFFF) {
            throw bad("must have a port from 1 to 65535");
        }
    }

    boolean isTls() {
        return url.getScheme().equalsIgnoreCase("https");
    }

    /** A name, or an address without brackets. */
    String host() {
        var host = url.getHost();
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    int port() {
        return url.getPort() >= 0 ? url.getPort() : isTls() ? HTTPS : HTTP;
    }

    Optional<InetAddress> literal() {
        return AddressRange.literal(host());
    }

    /** What stands in the first line of a request. */
    String path() {
        var path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
    }

    /** Whose it is; what follows is often as good as a password. */
    static String shown(String address) {
        var url = URI.create(address);
        return url.getScheme() + "://" + url.getRawAuthority() + "/…";
    }

    private static ParleyException bad(String rule) {
        return new ParleyException(Problem.BAD_VALUE, "notify_webhook " + rule);
    }
}

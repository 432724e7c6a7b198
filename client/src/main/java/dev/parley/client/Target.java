package dev.parley.client;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A place on the hub: path segments and a query, each encoded so that any name fits. */
final class Target {
    /** The longest that a hub lets anyone wait in one request. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(55);

    private final StringBuilder text = new StringBuilder();
    private boolean hasQuery;

    private Target() {}

    static Target of(String... segments) {
        var target = new Target();
        for (var segment : segments) {
            target.text.append('/').append(encode(segment));
        }
        return target;
    }

    Target with(String name, Object value) {
        text.append(hasQuery ? '&' : '?').append(name).append('=').append(encode(value.toString()));
        hasQuery = true;
        return this;
    }

    URI on(URI base) {
        var root = base.toString();
        return URI.create(
                (root.endsWith("/") ? root.substring(0, root.length() - 1) : root) + text);
    }

    /** Whole seconds, rounded up and never more than the hub allows. */
    static long seconds(Duration wait) {
        var bounded = wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
        return Math.max(0, bounded.plusMillis(999).toSeconds());
    }

    private static String encode(String value) {
        if (value.equals(".") || value.equals("..")) {
            return value.replace(".", "%2E");
        }
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

package dev.parley.http;

import dev.parley.protocol.Ids;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Map;
import org.eclipse.jetty.server.Request;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Failures that nobody foresaw: the log keeps what broke, the client gets an id to quote and
 * nothing else.
 */
public final class Incidents {
    private static final Logger LOG = LoggerFactory.getLogger(Incidents.class);

    private final Ids ids;

    public Incidents(Ids ids) {
        this.ids = ids;
    }

    ParleyException report(Request request, Throwable thrown) {
        return report(request.getMethod(), request.getHttpURI().getPath(), thrown);
    }

    /** What the client is told. */
    public ParleyException report(String method, String path, Throwable thrown) {
        var id = ids.next("inc");
        LOG.error("event=incident incident={} method={} path={}", id, method, path, thrown);
        return new ParleyException(
                Problem.INTERNAL,
                "Something broke inside the hub; its log has more under incident " + id + ".",
                Map.of("incident", id));
    }
}

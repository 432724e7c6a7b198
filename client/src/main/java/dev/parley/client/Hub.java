package dev.parley.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.OutputStream;

/** The hub itself: its health, its backup, what it holds. */
public final class Hub {
    private final Transport transport;

    Hub(Transport transport) {
        this.transport = transport;
    }

    public Health health() {
        return Health.read(transport.get(Target.of("health")));
    }

    /**
     * Copies a backup of everything, a zip file, into the sink and says how many bytes that were.
     */
    public long backup(OutputStream sink) {
        return transport.download(Target.of("api", "backup"), sink);
    }

    /** An address that opens the web console and logs its owner in there, once. */
    public String consoleLink() {
        var links = Target.of("api", "console", "links");
        return transport.postOnce(links, JsonNodeFactory.instance.objectNode()).text("url");
    }

    /** Compares what is stored with what the log says. */
    public CheckReport check() {
        return CheckReport.read(transport.get(Target.of("api", "check"), CheckReport.LONGEST));
    }

    /** What takes how much room. */
    public UsageReport usage() {
        return UsageReport.read(transport.get(Target.of("api", "usage"), CheckReport.LONGEST));
    }
}

package dev.parley.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Supplier;

/** A client that has a bridge in front of it and talks while it listens. */
final class BridgeClient implements AutoCloseable {
    private static final JsonNode END = Json.object();

    private final PipedOutputStream typed = new PipedOutputStream();
    private final BlockingQueue<JsonNode> heard = new LinkedBlockingQueue<>();
    private final Thread carrying;

    BridgeClient(Supplier<HubAddress> hub) {
        var in = new PipedInputStream();
        try {
            in.connect(typed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        carrying = Thread.ofVirtual().start(() -> carry(hub, in));
    }

    private void carry(Supplier<HubAddress> hub, PipedInputStream in) {
        try (var bridge = new McpBridge(hub, new PrintWriter(new Ear()))) {
            bridge.carry(in);
        } catch (IOException | InterruptedException e) {
            // The test has heard enough.
        } finally {
            heard.add(END);
        }
    }

    /** Takes whole lines. */
    private final class Ear extends Writer {
        private final StringBuilder line = new StringBuilder();

        @Override
        public void write(char[] text, int from, int length) {
            line.append(text, from, length);
        }

        @Override
        public void flush() {
            heard.add(Json.parse(line.toString()));
            line.setLength(0);
        }

        @Override
        public void close() {}
    }

    BridgeClient say(String line) {
        try {
            typed.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            typed.flush();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What comes next. */
    JsonNode next() throws InterruptedException {
        return heard.take();
    }

    /** Says no more and gives all that is still to come. */
    List<JsonNode> rest() throws InterruptedException {
        try {
            typed.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        carrying.join();
        var rest = new ArrayList<JsonNode>();
        heard.drainTo(rest);
        rest.remove(END);
        return rest;
    }

    @Override
    public void close() {
        carrying.interrupt();
    }
}

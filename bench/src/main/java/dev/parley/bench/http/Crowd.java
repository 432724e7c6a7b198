package dev.parley.bench.http;

import dev.parley.bench.report.Latencies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Subscribers of one stream, each with a connection of its own, read by a single thread. */
final class Crowd implements AutoCloseable {
    private static final int BUFFER = 256 * 1024;

    private final Selector selector = Selector.open();
    private final Semaphore delivered = new Semaphore(0);
    private Latencies latencies = new Latencies();

    private Crowd() throws IOException {}

    /** Opens them, shared out among the tokens, and reads from now on. */
    static Crowd open(URI hub, String path, List<String> tokens, int count) throws IOException {
        var crowd = new Crowd();
        for (int i = 0; i < count; i++) {
            var channel = SocketChannel.open(new InetSocketAddress(hub.getHost(), hub.getPort()));
            // An answer to HTTP/1.0 comes without chunks, which would cut marks in two.
            var request =
                    "GET %s HTTP/1.0\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\n\r\n"
                            .formatted(
                                    path,
                                    hub.getHost(),
                                    hub.getPort(),
                                    tokens.get(i % tokens.size()));
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
            var begin = ByteBuffer.allocate(1_024);
            channel.read(begin);
            var status = new String(begin.array(), 0, begin.position(), StandardCharsets.US_ASCII);
            if (!status.contains(" 200 ")) {
                throw new IOException(status);
            }
            channel.configureBlocking(false);
            channel.register(crowd.selector, SelectionKey.OP_READ, new Stamps());
        }
        Thread.ofPlatform().daemon().name("crowd").start(crowd::read);
        return crowd;
    }

    private void read() {
        var buffer = ByteBuffer.allocateDirect(BUFFER);
        try {
            while (selector.isOpen()) {
                selector.select(key -> read(key, buffer));
            }
        } catch (ClosedSelectorException _) {
            // Nobody listens any more.
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void read(SelectionKey key, ByteBuffer buffer) {
        try {
            buffer.clear();
            if (((SocketChannel) key.channel()).read(buffer) < 0) {
                key.cancel();
            }
            buffer.flip();
            long now = System.nanoTime();
            ((Stamps) key.attachment()).scan(buffer, sent -> arrived(now - sent));
        } catch (IOException cut) {
            key.cancel();
        }
    }

    private synchronized void arrived(long took) {
        latencies.add(took);
        delivered.release();
    }

    /** How long deliveries took since this was last asked. */
    synchronized Latencies take() {
        var taken = latencies;
        latencies = new Latencies();
        return taken;
    }

    /** What arrives is counted here. */
    Semaphore delivered() {
        return delivered;
    }

    @Override
    public void close() throws IOException {
        for (var key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}

package dev.parley.store.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A line to a PostgreSQL server that is cut when the next COMMIT passes through it. */
final class CutLine implements AutoCloseable {
    private static final byte[] COMMIT = "COMMIT".getBytes(StandardCharsets.US_ASCII);

    /** When the line is cut. */
    enum Cut {
        NEVER,
        BEFORE_COMMIT,
        AFTER_COMMIT,
        SHUT_DOWN_AFTER_COMMIT,
        FOR_GOOD_AFTER_COMMIT
    }

    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int server;
    private final AtomicReference<Cut> next = new AtomicReference<>(Cut.NEVER);
    private final AtomicInteger cuts = new AtomicInteger();
    private volatile boolean dead;

    CutLine(int server) throws IOException {
        this.server = server;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return door.getLocalPort();
    }

    void cutAt(Cut cut) {
        next.set(cut);
    }

    int cuts() {
        return cuts.get();
    }

    /** Lets connections through again. */
    void mend() {
        dead = false;
    }

    private void accept() {
        try {
            while (true) {
                var client = door.accept();
                if (dead) {
                    client.close();
                } else {
                    var behind = new Socket(InetAddress.getLoopbackAddress(), server);
                    var line = new Line(client, behind);
                    Thread.ofVirtual().start(() -> line.carry(line::ask));
                    Thread.ofVirtual().start(() -> line.carry(line::answer));
                }
            }
        } catch (IOException _) {
            // The door is closed.
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
    }

    /** One connection. */
    private final class Line {
        private final Socket client;
        private final Socket behind;
        private volatile Cut due = Cut.NEVER;

        Line(Socket client, Socket behind) {
            this.client = client;
            this.behind = behind;
        }

        void carry(Carrier carrier) {
            try (client;
                    behind) {
                var bytes = new byte[64 << 10];
                while (carrier.carry(bytes)) {}
            } catch (IOException _) {
                // Either end has gone, and the other goes with it.
            }
        }

        private boolean ask(byte[] bytes) throws IOException {
            int count = client.getInputStream().read(bytes);
            if (count > 0 && isCommit(bytes, count)) {
                due = next.getAndSet(Cut.NEVER);
                if (due == Cut.BEFORE_COMMIT) {
                    cuts.incrementAndGet();
                    return false;
                }
            }
            return pass(bytes, count, behind);
        }

        private boolean answer(byte[] bytes) throws IOException {
            int count = behind.getInputStream().read(bytes);
            if (due == Cut.NEVER) {
                return pass(bytes, count, client);
            }
            dead = due == Cut.FOR_GOOD_AFTER_COMMIT;
            if (due == Cut.SHUT_DOWN_AFTER_COMMIT) {
                client.getOutputStream().write(shutDown());
            }
            cuts.incrementAndGet();
            return false;
        }

        private static boolean pass(byte[] bytes, int count, Socket to) throws IOException {
            if (count < 0) {
                return false;
            }
            to.getOutputStream().write(bytes, 0, count);
            return true;
        }
    }

    private static boolean isCommit(byte[] bytes, int count) {
        for (int at = 0; at + COMMIT.length <= count; at++) {
            if (Arrays.equals(bytes, at, at + COMMIT.length, COMMIT, 0, COMMIT.length)) {
                return true;
            }
        }
        return false;
    }

    /** What a server says to whoever is connected when it is shut down. */
    private static byte[] shutDown() {
        var fields =
                "SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0";
        var text = fields.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocate(5 + text.length)
                .put((byte) 'E')
                .putInt(4 + text.length)
                .put(text)
                .array();
    }

    /** Carries some bytes one way; false when there are no more. */
    @FunctionalInterface
    private interface Carrier {
        boolean carry(byte[] bytes) throws IOException;
    }
}

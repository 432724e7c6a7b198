package dev.parley.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A bare connection, for what no proper client would send. */
final class Wiretap implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 10_000;

    private final Socket socket;

    Wiretap(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
    }

    /** Sends a request line and headers, and the empty line after them. */
    Wiretap request(String... lines) throws IOException {
        return send(String.join("\r\n", lines) + "\r\n\r\n");
    }

    Wiretap send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        return this;
    }

    String readAll() throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Reads until this has come, or fails. */
    String readUntil(String expected) throws IOException {
        var seen = new StringBuilder();
        while (seen.indexOf(expected) < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new IOException("hung up after " + seen);
            }
            seen.append((char) next);
        }
        return seen.toString();
    }

    /** Goes away at once, with a reset. */
    void vanish() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

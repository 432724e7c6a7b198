package dev.parley.bench.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One connection that is kept alive, and a client that costs as little as possible: it shares the
 * machine with what it measures.
 */
final class Connection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;
    private final String path;
    private final String headers;

    Connection(URI hub, String path, String token) throws IOException {
        this.socket = new Socket(hub.getHost(), hub.getPort());
        socket.setTcpNoDelay(true);
        this.in = new BufferedInputStream(socket.getInputStream());
        this.path = path;
        this.headers =
                " HTTP/1.1\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\n"
                        .formatted(hub.getHost(), hub.getPort(), token);
    }

    /** Posts and waits for the answer; anything but 201 is an error. */
    byte[] post(String json) throws IOException {
        return exchange(
                "POST "
                        + path
                        + headers
                        + "Content-Type: application/json\r\nContent-Length: "
                        + json.length()
                        + "\r\n\r\n"
                        + json,
                201);
    }

    /** Gets what the path with this query has; anything but 200 is an error. */
    byte[] get(String query) throws IOException {
        return exchange("GET " + path + query + headers + "\r\n", 200);
    }

    private byte[] exchange(String request, int expected) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        var status = line();
        int length = 0;
        for (var header = line(); !header.isEmpty(); header = line()) {
            if (header.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(header.substring(15).strip());
            }
        }
        var body = in.readNBytes(length);
        if (!status.startsWith("HTTP/1.1 " + expected)) {
            throw new IOException(status + " " + new String(body, StandardCharsets.UTF_8));
        }
        return body;
    }

    private String line() throws IOException {
        var line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new IOException("the server closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

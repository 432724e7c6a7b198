package dev.parley.bench.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One connection that is kept alive, and a client that costs as little as possible: it shares the
 * machine with what it measures.
 */
public final class Connection implements AutoCloseable {
    private static final String CONTENT_LENGTH = "content-length";

    private final Socket socket;
    private final InputStream in;
    private final String path;
    private final List<String> answered = new ArrayList<>();
    private String headers;

    public Connection(URI hub, String path, String token) throws IOException {
        this.socket = new Socket(hub.getHost(), hub.getPort());
        socket.setTcpNoDelay(true);
        this.in = new BufferedInputStream(socket.getInputStream());
        this.path = path;
        this.headers =
                " HTTP/1.1\r\nHost: %s:%d\r\nAuthorization: Bearer %s\r\n"
                        .formatted(hub.getHost(), hub.getPort(), token);
    }

    /** From now on every request has this header. */
    public void add(String name, String value) {
        headers += name + ": " + value + "\r\n";
    }

    /** Posts and waits for the answer; anything but 201 is an error. */
    byte[] post(String json) throws IOException {
        return post(json, 201);
    }

    /** Posts and waits for the answer; any other status is an error. */
    public byte[] post(String json, int expected) throws IOException {
        return send("POST", json, expected);
    }

    /** Puts something new; anything but 201 is an error. */
    public void put(String json) throws IOException {
        send("PUT", json, 201);
    }

    private byte[] send(String method, String json, int expected) throws IOException {
        return exchange(
                method
                        + " "
                        + path
                        + headers
                        + "Content-Type: application/json\r\nContent-Length: "
                        + json.length()
                        + "\r\n\r\n"
                        + json,
                Integer.toString(expected));
    }

    /** Deletes what the path has; a refusal is an error. */
    public void delete() throws IOException {
        exchange("DELETE " + path + headers + "\r\n", "2");
    }

    /** Gets what the path with this query has; anything but 200 is an error. */
    public byte[] get(String query) throws IOException {
        return exchange("GET " + path + query + headers + "\r\n", "200");
    }

    /** The answer, whose status must begin like this. */
    private byte[] exchange(String request, String expected) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        var status = line();
        answered.clear();
        for (var header = line(); !header.isEmpty(); header = line()) {
            answered.add(header);
        }
        var length = header(CONTENT_LENGTH);
        var body = length.isPresent() ? in.readNBytes(Integer.parseInt(length.get())) : chunks();
        if (!status.startsWith("HTTP/1.1 " + expected)) {
            throw new IOException(status + " " + new String(body, StandardCharsets.UTF_8));
        }
        return body;
    }

    /** A header of the last answer. */
    public Optional<String> header(String name) {
        for (var line : answered) {
            if (line.length() > name.length()
                    && line.charAt(name.length()) == ':'
                    && line.regionMatches(true, 0, name, 0, name.length())) {
                return Optional.of(line.substring(name.length() + 1).strip());
            }
        }
        return Optional.empty();
    }

    /** A body whose length nobody knew when it began; none where there are no chunks either. */
    private byte[] chunks() throws IOException {
        var body = new ByteArrayOutputStream();
        if (header("transfer-encoding").isPresent()) {
            for (int size = size(); size > 0; size = size()) {
                body.write(in.readNBytes(size));
                line();
            }
            line();
        }
        return body.toByteArray();
    }

    private int size() throws IOException {
        return Integer.parseInt(line(), 16);
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

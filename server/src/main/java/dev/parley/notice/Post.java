package dev.parley.notice;

import dev.parley.notice.Destinations.Destination;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * One POST over a connection of its own, to exactly the address that was checked. Of the answer
 * only the status is read, and nothing is followed.
 *
 * @param tls makes connections that are checked against the host's name
 * @param patience for all of it; whoever drips bytes gains nothing
 * @param watch closes what takes longer
 */
record Post(SSLSocketFactory tls, Duration patience, ScheduledExecutorService watch) {
    private static final int MAX_ANSWER = 16 * 1024;
    private static final int INTERIM = 200;
    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})(?: .*)?");

    /** The status that the receiver answers with. */
    int send(Destination to, Map<String, String> headers, byte[] body) throws IOException {
        var isLate = new AtomicBoolean();
        try (var socket = new Socket()) {
            Runnable cut =
                    () -> {
                        isLate.set(true);
                        close(socket);
                    };
            var end = watch.schedule(cut, patience.toMillis(), TimeUnit.MILLISECONDS);
            try {
                return exchange(socket, to, head(to.url(), headers, body.length), body);
            } finally {
                end.cancel(false);
            }
        } catch (IOException failed) {
            if (isLate.get()) {
                throw new SocketTimeoutException("it took longer than " + patience);
            }
            throw failed;
        }
    }

    private int exchange(Socket plain, Destination to, String head, byte[] body)
            throws IOException {
        var url = to.url();
        int timeout = Math.toIntExact(patience.toMillis());
        plain.connect(new InetSocketAddress(to.address(), url.port()), timeout);
        var socket = url.isTls() ? secured(plain, url) : plain;
        var out = socket.getOutputStream();
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        out.write(body);
        out.flush();
        return status(new BufferedInputStream(socket.getInputStream()));
    }

    private Socket secured(Socket plain, WebhookUrl url) throws IOException {
        var secured = (SSLSocket) tls.createSocket(plain, url.host(), url.port(), true);
        var parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        return secured;
    }

    private static String head(WebhookUrl url, Map<String, String> headers, int length) {
        var head = new StringBuilder("POST " + url.path() + " HTTP/1.1\r\n");
        head.append("Host: ").append(url.url().getRawAuthority()).append("\r\n");
        headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        return head.append("Content-Length: ")
                .append(length)
                .append("\r\nConnection: close\r\n\r\n")
                .toString();
    }

    private static int status(InputStream in) throws IOException {
        var left = new int[] {MAX_ANSWER};
        while (true) {
            var line = STATUS.matcher(line(in, left));
            if (!line.matches()) {
                throw new IOException("what was answered is not HTTP");
            }
            int status = Integer.parseInt(line.group(1));
            if (status >= INTERIM) {
                return status;
            }
            while (!line(in, left).isEmpty()) {}
        }
    }

    private static String line(InputStream in, int[] left) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || left[0]-- == 0) {
                throw new IOException("the answer broke off");
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // It is closed.
        }
    }
}

package dev.parley.e2e.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Many messages to one run, over bare sockets, several on their way at once. */
record Flood(Actor sender, String run) {
    private static final int SOCKETS = 32;
    private static final int AT_ONCE = 25;

    /** Sends so many; the answer is how many were acknowledged. */
    int pour(int messages) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var all =
                    IntStream.range(0, SOCKETS)
                            .mapToObj(n -> threads.submit(() -> pourInto(messages / SOCKETS)))
                            .toList();
            return all.stream().mapToInt(Flood::ended).sum();
        }
    }

    private static int ended(Future<Integer> one) {
        try {
            return one.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while messages were sent", e);
        }
    }

    private int pourInto(int messages) {
        var hub = sender.hub().url();
        int acknowledged = 0;
        try (var socket = new Socket(hub.getHost(), hub.getPort());
                var answers =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
            for (int sent = 0; sent < messages; sent += AT_ONCE) {
                socket.getOutputStream().write(request(sent).repeat(AT_ONCE).getBytes(UTF_8));
                for (int n = 0; n < AT_ONCE; n++) {
                    acknowledged += answer(answers) ? 1 : 0;
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return acknowledged;
    }

    private String request(int n) {
        var body = "{\"to_agent\":\"user\",\"kind\":\"progress\",\"summary\":\"Step " + n + "\"}";
        return "POST /api/runs/"
                + run
                + "/messages HTTP/1.1\r\nHost: "
                + sender.hub().url().getAuthority()
                + "\r\nAuthorization: Bearer "
                + sender.token()
                + "\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length()
                + "\r\n\r\n"
                + body;
    }

    /** Whether the next answer says that a message was added. */
    private static boolean answer(BufferedReader answers) throws IOException {
        var status = answers.readLine();
        int length = 0;
        for (var line = answers.readLine();
                line != null && !line.isEmpty();
                line = answers.readLine()) {
            if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
                length = Integer.parseInt(line.substring(15).strip());
            }
        }
        for (long left = length; left > 0; left -= answers.skip(left)) {}
        return status != null && status.startsWith("HTTP/1.1 201");
    }
}

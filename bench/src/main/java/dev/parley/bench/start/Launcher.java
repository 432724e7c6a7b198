package dev.parley.bench.start;

import dev.parley.bench.http.Vitals;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/** {@code ./parley serve} on a data folder, as somebody at a terminal would start it. */
record Launcher(Path parley, Path data, Map<String, String> environment) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration IDLE = Duration.ofSeconds(3);
    private static final Duration GLANCE = Duration.ofMillis(2);

    /** What one start has shown. */
    record Started(double seconds, double residentMegabytes) {}

    /** Starts a hub, waits for its first good answer, lets it idle, and stops it. */
    Started start() throws IOException, InterruptedException {
        int port = freePort();
        var builder =
                new ProcessBuilder(
                        parley.toString(),
                        "serve",
                        "--data",
                        data.toString(),
                        "--port",
                        Integer.toString(port));
        builder.environment().putAll(environment);
        builder.redirectOutput(new File("/dev/null"))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        long begun = System.nanoTime();
        var process = builder.start();
        try {
            while (!isHealthy(port)) {
                if (!process.isAlive() || System.nanoTime() - begun > PATIENCE.toNanos()) {
                    throw new IOException("the hub did not start");
                }
                Thread.sleep(GLANCE);
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            Thread.sleep(IDLE);
            // The launcher becomes the JVM, so its process is the hub's.
            var vitals = Vitals.of(process.toHandle());
            return new Started(seconds, vitals.residentMegabytes());
        } finally {
            process.destroy();
            process.waitFor();
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static boolean isHealthy(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            var request =
                    "GET /health HTTP/1.1\r\nHost: 127.0.0.1:"
                            + port
                            + "\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return answer.startsWith("HTTP/1.1 200");
        } catch (IOException _) {
            return false;
        }
    }
}

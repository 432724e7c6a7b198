package dev.parley.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.parley.notice.Destinations.Destination;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A receiver gets one request and a few seconds, whatever it does with them. */
@Timeout(30)
class PostTest {
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor();

    @TempDir Path folder = Path.of("");

    @AfterEach
    void stop() {
        watch.shutdownNow();
    }

    @Test
    void theStatusIsAllThatIsReadEvenBehindInterimOnes() throws Exception {
        assertThat(answered("HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\n"))
                .isEqualTo(200);
        assertThat(answered("HTTP/1.0 404\r\n")).isEqualTo(404);
        assertThatThrownBy(() -> answered("SSH-2.0-OpenSSH\r\n")).hasMessageContaining("not HTTP");
        assertThatThrownBy(() -> answered("HTTP/1.1 2")).hasMessageContaining("broke off");
        assertThatThrownBy(() -> answered("HTTP/1.1 200 " + "x".repeat(20_000)))
                .hasMessageContaining("broke off");
    }

    @Test
    void whoDripsBytesIsCutOff() throws Exception {
        try (var server = new ServerSocket(0, 1, HERE)) {
            Thread.ofVirtual().start(() -> drip(server));
            assertThatThrownBy(() -> send(server, Duration.ofMillis(200)))
                    .isInstanceOf(SocketTimeoutException.class);
        }
    }

    private static void drip(ServerSocket server) {
        try (var socket = server.accept()) {
            while (true) {
                socket.getOutputStream().write('H');
                socket.getOutputStream().flush();
                socket.getInputStream().read();
            }
        } catch (IOException _) {
            // It was cut off.
        }
    }

    @Test
    void aCertificateMustBeTrustedAndForTheName() throws Exception {
        var keys = certificate("hooks.example.com");
        var server = HttpsServer.create(new InetSocketAddress(HERE, 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(keys)));
        server.createContext(
                "/",
                exchange -> {
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        server.start();
        try {
            int port = server.getAddress().getPort();
            var trusting = context(keys).getSocketFactory();
            var usual = (SSLSocketFactory) SSLSocketFactory.getDefault();
            assertThat(post(trusting, "https://hooks.example.com:" + port)).isEqualTo(204);
            assertThatThrownBy(() -> post(trusting, "https://other.example.com:" + port))
                    .isInstanceOf(SSLException.class);
            assertThatThrownBy(() -> post(trusting, "https://127.0.0.1:" + port))
                    .isInstanceOf(SSLException.class);
            assertThatThrownBy(() -> post(usual, "https://hooks.example.com:" + port))
                    .isInstanceOf(SSLException.class);
        } finally {
            server.stop(0);
        }
    }

    private int post(SSLSocketFactory tls, String url) throws IOException {
        var to = new Destination(WebhookUrl.read(url), HERE);
        return new Post(tls, Duration.ofSeconds(10), watch).send(to, Map.of(), new byte[3]);
    }

    /** A key store with a key and the certificate for it, which nobody else has signed. */
    private KeyStore certificate(String host) throws Exception {
        var file = folder.resolve("keys.p12");
        var keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var made =
                new ProcessBuilder(
                                keytool,
                                "-genkeypair",
                                "-keyalg",
                                "EC",
                                "-alias",
                                "hook",
                                "-dname",
                                "CN=" + host,
                                "-ext",
                                "SAN=dns:" + host,
                                "-storepass",
                                new String(PASSWORD),
                                "-keystore",
                                file.toString())
                        .redirectErrorStream(true)
                        .start();
        made.getInputStream().readAllBytes();
        assertThat(made.waitFor()).isZero();
        var keys = KeyStore.getInstance("PKCS12");
        try (var in = Files.newInputStream(file)) {
            keys.load(in, PASSWORD);
        }
        return keys;
    }

    private static SSLContext context(KeyStore keys) throws Exception {
        var own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, PASSWORD);
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("hook", keys.getCertificate("hook"));
        var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        var context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    private int answered(String answer) throws Exception {
        try (var server = new ServerSocket(0, 1, HERE)) {
            Thread.ofVirtual().start(() -> answer(server, answer));
            return send(server, Duration.ofSeconds(10));
        }
    }

    private static void answer(ServerSocket server, String answer) {
        try (var socket = server.accept()) {
            socket.getInputStream().read(new byte[4_096]);
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException _) {
            // The other end has heard enough.
        }
    }

    private int send(ServerSocket server, Duration patience) throws IOException {
        var to =
                new Destination(
                        WebhookUrl.read("http://127.0.0.1:" + server.getLocalPort() + "/"), HERE);
        var tls = (SSLSocketFactory) SSLSocketFactory.getDefault();
        return new Post(tls, patience, watch)
                .send(to, Map.of(), "{}".getBytes(StandardCharsets.US_ASCII));
    }
}

package dev.parley.http;

import static dev.parley.http.TestHttp.code;
import static dev.parley.http.TestHttp.header;
import static dev.parley.http.TestHttp.said;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.access.Permission;
import dev.parley.protocol.ParleyException;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class HttpServerTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    @Test
    void everyRequestRunsOnAVirtualThread() throws Exception {
        try (var http = TestHttp.at("/t", call -> said("" + Thread.currentThread().isVirtual()))) {
            assertThat(said(http.get("/t"))).isEqualTo("true");
            assertThat(said(http.post("/t", "{}"))).isEqualTo("true");
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        try (var http = TestHttp.at("/t", call -> said("first"))) {
            var settings = HttpSettings.on("127.0.0.1", http.server.port());
            assertThatThrownBy(
                            () -> HttpServer.start(settings, new Routes(), TestHttp::authenticate))
                    .isInstanceOf(ParleyException.class)
                    .hasMessageContaining("cannot listen on 127.0.0.1:" + http.server.port())
                    .hasMessageContaining("in use")
                    .hasMessageContaining("--port");
        }
    }

    @Test
    void moreThanTheMostRequestsAtOnceAreToldToComeBack() throws Exception {
        var inside = new CountDownLatch(2);
        var go = new CountDownLatch(1);
        try (var http = TestHttp.at(s -> s.limiting(2, 1024), "/w", waiting(inside, go))) {
            var request = http.request("/w").build();
            var first = http.client().sendAsync(request, BodyHandlers.ofString());
            var second = http.client().sendAsync(request, BodyHandlers.ofString());
            inside.await();
            var third = http.get("/w");
            assertThat(third.statusCode()).isEqualTo(503);
            assertThat(code(third)).isEqualTo("too-busy");
            assertThat(header(third, "Retry-After")).isEqualTo("1");
            go.countDown();
            assertThat(first.get().statusCode()).isEqualTo(200);
            assertThat(second.get().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void healthIsToldEvenWhenNoPlaceIsLeft() throws Exception {
        var inside = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        try (var http =
                TestHttp.start(
                        s -> s.limiting(1, 1024),
                        routes ->
                                routes.get("/w", Permission.READ, waiting(inside, go))
                                        .open("GET", "/health", call -> said("well")))) {
            var open = http.client().sendAsync(http.request("/w").build(), BodyHandlers.ofString());
            inside.await();
            assertThat(code(http.get("/w"))).isEqualTo("too-busy");
            assertThat(said(http.get("/health"))).isEqualTo("well");
            go.countDown();
            assertThat(open.get().statusCode()).isEqualTo(200);
        }
    }

    @Test
    void oneTokenCannotTakeThePlacesOfAllOthers() throws Exception {
        var inside = new CountDownLatch(Gate.MAX_PER_TOKEN);
        var go = new CountDownLatch(1);
        try (var http = TestHttp.at("/w", waiting(inside, go))) {
            var request =
                    http.request("/w")
                            .setHeader("Authorization", "Bearer worker")
                            .timeout(Duration.ofSeconds(20))
                            .build();
            var open = new CompletableFuture<?>[Gate.MAX_PER_TOKEN];
            Arrays.setAll(open, _ -> http.client().sendAsync(request, BodyHandlers.discarding()));
            inside.await();
            var onceMore = http.client().send(request, BodyHandlers.ofString());
            assertThat(onceMore.statusCode()).isEqualTo(429);
            assertThat(code(onceMore)).isEqualTo("rate-limited");
            assertThat(header(onceMore, "Retry-After")).isEqualTo("1");
            var owner =
                    http.client().sendAsync(http.request("/w").build(), BodyHandlers.ofString());
            go.countDown();
            assertThat(owner.get().statusCode()).isEqualTo(200);
            CompletableFuture.allOf(open).get();
            assertThat(http.client().send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void aStrangerWhoNeverSendsItsBodyTakesNobodysPlace() throws Exception {
        try (var http = TestHttp.at(s -> s.limiting(1, 1024), "/w", call -> said("in"));
                var silent = http.connect()) {
            silent.request("POST /w HTTP/1.1", "Host: localhost", "Content-Length: 999999");
            silent.readUntil("unauthenticated");
            assertThat(said(http.get("/w"))).isEqualTo("in");
        }
    }

    private static Handler waiting(CountDownLatch inside, CountDownLatch go) {
        return call -> {
            inside.countDown();
            go.await();
            return said("done");
        };
    }

    @Test
    void hundredsOfRequestsMayWaitTogether() throws Exception {
        int many = 200;
        var inside = new CountDownLatch(many);
        Handler waiting =
                call -> {
                    inside.countDown();
                    inside.await();
                    return said("done");
                };
        try (var http = TestHttp.at("/w", waiting)) {
            var request = http.request("/w").build();
            var answers = new CompletableFuture<?>[many];
            for (int i = 0; i < many; i++) {
                answers[i] = http.client().sendAsync(request, BodyHandlers.discarding());
            }
            CompletableFuture.allOf(answers).get();
            assertThat(inside.getCount()).isZero();
        }
    }

    @Test
    void stoppingLetsOpenRequestsFinish() throws Exception {
        var inside = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        Handler waiting =
                call -> {
                    inside.countDown();
                    go.await();
                    return said("finished");
                };
        try (var http = TestHttp.at(s -> s.waiting(LONG, LONG, LONG), "/w", waiting);
                var kept = http.connect()) {
            kept.request("GET /none HTTP/1.1", "Host: localhost").readUntil("404");
            int port = http.server.port();
            var open = http.client().sendAsync(http.request("/w").build(), BodyHandlers.ofString());
            inside.await();
            var stopped = CompletableFuture.runAsync(http.server::close);
            awaitRefusal(port);
            assertThat(stopped).isNotDone();
            kept.request("GET /w HTTP/1.1", "Host: localhost");
            assertThat(kept.readUntil("shutting-down")).contains("503");
            go.countDown();
            assertThat(said(open.get())).isEqualTo("finished");
            assertThat(header(open.get(), "Connection")).isEqualTo("close");
            stopped.get();
        }
    }

    private static void awaitRefusal(int port) {
        while (true) {
            try {
                new Wiretap(port).close();
            } catch (IOException e) {
                return;
            }
        }
    }

    @Test
    void stoppingCutsOffWhatTakesTooLong() throws Exception {
        var inside = new CountDownLatch(1);
        var interrupted = new CompletableFuture<Boolean>();
        Handler stuck =
                call -> {
                    inside.countDown();
                    try {
                        new CountDownLatch(1).await();
                        return said("never");
                    } catch (InterruptedException e) {
                        interrupted.complete(true);
                        throw e;
                    }
                };
        try (var log = Log.capture();
                var http = TestHttp.at(s -> s.waiting(LONG, LONG, Duration.ZERO), "/w", stuck)) {
            var open = http.client().sendAsync(http.request("/w").build(), BodyHandlers.ofString());
            inside.await();
            http.server.close();
            assertThat(interrupted.get()).isTrue();
            assertThatThrownBy(open::get).hasCauseInstanceOf(IOException.class);
            assertThat(log.text()).contains("event=requests-cut count=1");
        }
    }

    @Test
    void aHandlerMayThinkForLongerThanAConnectionMayBeSilent() throws Exception {
        var idle = Duration.ofMillis(50);
        Handler slow =
                call -> {
                    boolean never = new CountDownLatch(1).await(200, MILLISECONDS);
                    return said("thought " + never);
                };
        try (var http = TestHttp.at(s -> s.waiting(idle, LONG, LONG), "/w", slow)) {
            assertThat(said(http.post("/w", "{}"))).isEqualTo("thought false");
        }
    }
}

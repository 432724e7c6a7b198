package dev.parley.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.store.postgres.PostgresStores;
import dev.parley.stream.EventStream;
import dev.parley.stream.TestSocket;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a console session lets a browser do, and a page that only borrows the browser not. */
class CookieTest {
    private TestParley parley = TestParley.start();
    private Browser ann = new Browser("", "");

    @BeforeEach
    void annLogsIn() {
        ann = Browser.of(parley, parley.person("ann"));
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void whatChangesSomethingMustComeFromTheConsoleItself() {
        for (var method : List.of("POST", "PUT", "PATCH", "DELETE")) {
            ann.send(ann.request(path(method)).method(method, BodyPublishers.ofString("{}")))
                    .expect(Problem.ORIGIN_REFUSED);
        }
        var port = parley.url().replaceAll(".*:", "");
        for (var origin :
                List.of(
                        "http://localhost:" + port,
                        "https://127.0.0.1:" + port,
                        "http://127.0.0.1:1",
                        "http://127.0.0.1",
                        "null")) {
            ann.send(
                            ann.request("/api/runs")
                                    .header("Origin", origin)
                                    .header("Content-Type", "application/json")
                                    .POST(BodyPublishers.ofString("{}")))
                    .expect(Problem.ORIGIN_REFUSED);
        }
        ann.post("/api/runs", "{}").expect(201);
    }

    private static String path(String method) {
        return switch (method) {
            case "PUT", "DELETE" -> "/api/agents/bob";
            case "PATCH" -> "/api/tasks/task_1";
            default -> "/api/runs";
        };
    }

    @Test
    void whatAnotherSitesPageLooksAtIsNotShown() {
        for (var site : List.of("cross-site", "same-site")) {
            ann.send(ann.request("/api/runs").header("Sec-Fetch-Site", site))
                    .expect(Problem.ORIGIN_REFUSED);
        }
        for (var site : List.of("same-origin", "none")) {
            ann.send(ann.request("/api/runs").header("Sec-Fetch-Site", site)).expect(200);
        }
        ann.send(ann.request("/api/runs")).expect(200);
    }

    @Test
    void aTokenCountsBeforeACookieAndNeedsNoOrigin() {
        var bob = parley.agent("bob");
        var both = bob.request("/api/tokens/self").header("Cookie", ann.cookie());

        assertThat(bob.send(both).expect(200).text("name")).isEqualTo("bob");
        bob.post("/api/runs", "{}", "Cookie", ann.cookie()).expect(201);
        parley.bearer("wrong")
                .send(parley.bearer("wrong").request("/api/runs").header("Cookie", ann.cookie()))
                .expect(Problem.UNAUTHENTICATED);
    }

    @Test
    void aStreamIsForTheSessionAndEndsWithIt() {
        try (var feed = feed(ann);
                var owners = feed(Browser.of(parley, parley.owner()))) {
            var run = ann.post("/api/runs", "{}").expect(201).text("run_id");
            ann.post("/api/runs/" + run + "/messages", "{\"to\":\"bob\"}").expect(201);
            hear(feed);

            ann.post("/api/console/logout", "").expect(204);

            while (feed.next().isPresent()) {}
            hear(owners);
        }
    }

    private static void hear(EventStream feed) {
        while (!feed.next().orElseThrow().event().equals("agent_message")) {}
    }

    @Test
    void aStreamEndsWithTheTokenOfItsSession() {
        var token = parley.owner().post("/api/tokens", "{\"person\":\"zoe\"}").expect(201);
        try (var feed = feed(Browser.of(parley, parley.bearer(token.text("token"))))) {
            parley.owner().delete("/api/tokens/" + token.text("token_id")).expect(204);
            assertThat(feed.next()).isEmpty();
        }
    }

    @Test
    void anOpenStreamIsNoUseOfItsSession() {
        try (var feed = feed(ann)) {
            parley.pass(Duration.ofHours(12));
            assertThat(feed.next()).isEmpty();
        }
    }

    @Test
    void aWaitEndsWithTheSession() {
        var run = ann.post("/api/runs", "{}").expect(201).text("run_id");
        var waiting =
                CompletableFuture.supplyAsync(
                        () -> ann.get("/api/runs/" + run + "/messages?after=0&wait=50"));
        parley.awaitWaiter(run);

        ann.post("/api/console/logout", "").expect(204);

        waiting.join().expect(Problem.UNAUTHENTICATED);
    }

    @Test
    void aWebSocketIsForTheSessionAndEndsWithIt() {
        try (var socket = TestSocket.open(parley, "Cookie", ann.cookie(), "Origin", parley.url())) {
            socket.send("{\"op\":\"ping\"}");
            socket.expect("pong");

            ann.post("/api/console/logout", "").expect(204);

            assertThat(socket.expectProblem()).isEqualTo("unauthenticated");
            assertThat(socket.status()).isEqualTo(1008);
        }
    }

    @Test
    void aWebSocketMustComeFromTheConsoleItself() {
        assertThatThrownBy(() -> TestSocket.open(parley, "Cookie", ann.cookie()))
                .rootCause()
                .hasMessageContaining("403");
        assertThatThrownBy(
                        () ->
                                TestSocket.open(
                                        parley,
                                        "Cookie",
                                        ann.cookie(),
                                        "Origin",
                                        "https://127.0.0.1"))
                .rootCause()
                .hasMessageContaining("403");
    }

    @Test
    void hubsOfOneDatabaseShareTheirSessions() {
        var database = new PostgresStores();
        try (var here = TestParley.on(database).start();
                var there = TestParley.on(database).start()) {
            var zoe = Browser.of(here, here.person("zoe"));
            var elsewhere = new Browser(there.url(), zoe.cookie());
            assertThat(elsewhere.get("/api/tokens/self").expect(200).text("name")).isEqualTo("zoe");
            try (var feed =
                    EventStream.open(there.stranger(), "/api/feed", "Cookie", zoe.cookie())) {
                zoe.post("/api/console/logout", "").expect(204);

                assertThat(feed.next()).isEmpty();
                elsewhere.get("/api/runs").expect(Problem.UNAUTHENTICATED);
            }
        }
    }

    private EventStream feed(Browser browser) {
        return EventStream.open(parley.stranger(), "/api/feed", "Cookie", browser.cookie());
    }
}

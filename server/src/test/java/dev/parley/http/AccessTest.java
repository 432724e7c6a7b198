package dev.parley.http;

import static dev.parley.http.TestHttp.code;
import static dev.parley.http.TestHttp.header;
import static dev.parley.http.TestHttp.json;
import static dev.parley.http.TestHttp.said;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.access.Permission;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;

class AccessTest {
    @Test
    void withoutAValidTokenTheAnswerTellsHowToGetOne() throws Exception {
        try (var http = TestHttp.at("/api/runs", call -> said("in"))) {
            var answer =
                    http.send(http.request("/api/runs").setHeader("Authorization", "Bearer x"));
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(code(answer)).isEqualTo("unauthenticated");
            assertThat(header(answer, "WWW-Authenticate")).startsWith("Bearer");
            assertThat(json(answer).path("hint").asText())
                    .contains("Authorization: Bearer <token>")
                    .contains("./parley token create");
        }
    }

    @Test
    void aMissingTokenIsTheSame() throws Exception {
        try (var http = TestHttp.at("/api/runs", call -> said("in"))) {
            assertThat(http.raw("GET /api/runs HTTP/1.1", "Host: localhost", "Connection: close"))
                    .startsWith("HTTP/1.1 401 ")
                    .contains("unauthenticated");
        }
    }

    @Test
    void aTokenOfTheWrongRoleIsToldWhichRolesMay() throws Exception {
        try (var http =
                TestHttp.start(
                        routes -> routes.get("/api/tokens", Permission.OPERATE, c -> said("in")))) {
            assertThat(said(http.get("/api/tokens"))).isEqualTo("in");
            var answer =
                    http.send(
                            http.request("/api/tokens")
                                    .setHeader("Authorization", "Bearer worker"));
            assertThat(answer.statusCode()).isEqualTo(403);
            assertThat(code(answer)).isEqualTo("forbidden");
            assertThat(json(answer).path("detail").asText())
                    .contains("role owner;")
                    .contains("yours is worker");
        }
    }

    @Test
    void anOpenRouteAsksForNothing() throws Exception {
        try (var http =
                TestHttp.start(routes -> routes.open("GET", "/health", call -> said("up")))) {
            assertThat(http.raw("GET /health HTTP/1.1", "Host: localhost", "Connection: close"))
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void whoIsRefusedIsRefusedBeforeTheBodyIsLookedAt() throws Exception {
        try (var http = TestHttp.at("/api/runs", call -> Answer.ok(call.json()))) {
            var unknown =
                    http.request("/api/runs")
                            .setHeader("Authorization", "none")
                            .POST(BodyPublishers.ofString("{not json"));
            assertThat(code(http.send(unknown))).isEqualTo("unauthenticated");
            var observer =
                    http.posting("/api/runs", "{not json")
                            .setHeader("Authorization", "Bearer observer");
            assertThat(code(http.send(observer))).isEqualTo("forbidden");
        }
    }
}

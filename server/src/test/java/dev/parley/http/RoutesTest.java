package dev.parley.http;

import static dev.parley.http.TestHttp.code;
import static dev.parley.http.TestHttp.header;
import static dev.parley.http.TestHttp.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.access.Permission;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoutesTest {
    @Test
    void aPathValueIsDecodedOnce() throws Exception {
        try (var http = TestHttp.at("/agents/{name}/inbox", call -> said(call.path("name")))) {
            assertThat(said(http.get("/agents/Agent%20B/inbox"))).isEqualTo("Agent B");
            assertThat(said(http.get("/agents/specialist:pcb/inbox"))).isEqualTo("specialist:pcb");
            assertThat(said(http.get("/agents/specialist%3Apcb/inbox")))
                    .isEqualTo("specialist:pcb");
            assertThat(said(http.get("/agents/J%C3%BCrgen+1/inbox"))).isEqualTo("Jürgen+1");
            assertThat(said(http.get("/agents/%2541/inbox"))).isEqualTo("%41");
        }
    }

    @Test
    void anEncodedSlashOrDotSegmentIsRefused() throws Exception {
        try (var http = TestHttp.at("/runs/{run}", call -> said(call.path("run")))) {
            for (var value :
                    List.of("a%2Fb", "a%2fb", "%2e%2e", "..", ".", "a%5Cb", "%FF", "a%00", "%zz")) {
                var answer =
                        http.raw(
                                "GET /runs/" + value + " HTTP/1.1",
                                "Host: localhost",
                                "Authorization: Bearer owner",
                                "Connection: close");
                assertThat(answer).as(value).startsWith("HTTP/1.1 400 ").contains("bad-request");
            }
        }
    }

    @Test
    void anUnknownPathIsNotFoundEvenWithoutToken() throws Exception {
        try (var http =
                TestHttp.start(
                        routes -> routes.get("/api/runs/{run}", Permission.READ, c -> said("")))) {
            for (var path :
                    new String[] {"/", "/api", "/api/runs", "/api/runs/", "/api/runs/a/b"}) {
                var answer = http.send(http.request(path).setHeader("Authorization", "none"));
                assertThat(answer.statusCode()).as(path).isEqualTo(404);
                assertThat(code(answer)).isEqualTo("not-found");
            }
        }
    }

    @Test
    void anotherMethodOfAKnownPathIsToldWhichOnesThereAre() throws Exception {
        try (var http =
                TestHttp.start(
                        routes ->
                                routes.get("/api/runs", Permission.READ, c -> said("list"))
                                        .post("/api/runs", Permission.SEND, c -> said("new")))) {
            var answer = http.send(http.request("/api/runs").DELETE());
            assertThat(answer.statusCode()).isEqualTo(405);
            assertThat(code(answer)).isEqualTo("method-not-allowed");
            assertThat(header(answer, "Allow")).isEqualTo("GET, HEAD, POST");
            var options = http.request("/api/runs").method("OPTIONS", BodyPublishers.noBody());
            assertThat(http.send(options).statusCode()).isEqualTo(405);
        }
    }

    @Test
    void headIsAnsweredByTheGetRouteWithoutABody() throws Exception {
        try (var http =
                TestHttp.start(
                        routes ->
                                routes.get("/api/runs", Permission.READ, call -> said("list"))
                                        .get("/api/export", Permission.READ, this::export))) {
            var answer = http.send(http.request("/api/runs").HEAD());
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEmpty();
            assertThat(header(answer, "Content-Length")).isEqualTo("16");
            var stream = http.send(http.request("/api/export").HEAD());
            assertThat(stream.statusCode()).isEqualTo(200);
            assertThat(header(stream, "Content-Length")).isEqualTo("12");
        }
    }

    private Answer export(Call call) {
        StreamWriter unwanted =
                out -> {
                    throw new AssertionError("nobody asked for the body");
                };
        return Answer.stream("text/plain", 12, unwanted);
    }

    @Test
    void aLiteralSegmentWinsOverANamedOneButHidesNoOtherMethod() throws Exception {
        Handler select = call -> said("select");
        Handler named = call -> said(call.method() + ' ' + call.path("name"));
        try (var http =
                TestHttp.start(
                        routes ->
                                routes.post("/api/agents/select", Permission.READ, select)
                                        .post("/api/agents/{name}", Permission.READ, named)
                                        .put("/api/agents/{name}", Permission.READ, named))) {
            assertThat(said(http.post("/api/agents/select", "{}"))).isEqualTo("select");
            assertThat(said(http.post("/api/agents/ann", "{}"))).isEqualTo("POST ann");
            var put = http.request("/api/agents/select").PUT(BodyPublishers.noBody());
            assertThat(said(http.send(put))).isEqualTo("PUT select");
        }
    }

    @Test
    void everyMethodHasItsRow() throws Exception {
        try (var http =
                TestHttp.start(
                        routes ->
                                routes.put("/x", Permission.SEND, c -> said("PUT"))
                                        .patch("/x", Permission.SEND, c -> said("PATCH"))
                                        .delete("/x", Permission.SEND, c -> said("DELETE")))) {
            for (var method : List.of("PUT", "PATCH", "DELETE")) {
                var request = http.request("/x").method(method, BodyPublishers.noBody());
                assertThat(said(http.send(request))).isEqualTo(method);
            }
        }
    }

    @Test
    void theTableCanBeRead() {
        var routes =
                new Routes()
                        .open("GET", "/health", call -> said("up"))
                        .get("/api/runs/{run}", Permission.READ, call -> said(""));
        assertThat(routes.table())
                .extracting(Route::toString)
                .containsExactly("GET /health", "GET /api/runs/{run}");
        assertThat(routes.table()).extracting(Route::isOpen).containsExactly(true, false);
        assertThat(routes.table().getLast().permission()).isEqualTo(Permission.READ);
    }

    @Test
    void aRouteThatIsThereAlreadyOrMalformedIsAMistake() {
        var routes = new Routes().get("/api/runs/{run}", Permission.READ, call -> said(""));
        for (var template : List.of("/api/runs/{id}", "/api//runs", "/{a}/{a}", "/api/")) {
            assertThatThrownBy(() -> routes.get(template, Permission.READ, call -> said("")))
                    .as(template)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}

package dev.parley.http;

import static dev.parley.http.TestHttp.code;
import static dev.parley.http.TestHttp.json;
import static dev.parley.http.TestHttp.said;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallTest {
    private static Answer readQuery(Call call) {
        return said(
                call.query("after").orElse("-")
                        + call.number("limit", 50, 1, 500)
                        + call.flag("all")
                        + call.queries("topic"));
    }

    @Test
    void theQueryIsReadAsTextNumberFlagAndList() throws Exception {
        try (var http = TestHttp.at("/q", CallTest::readQuery)) {
            assertThat(said(http.get("/q"))).isEqualTo("-50false[]");
            assertThat(said(http.get("/q?after=a%20b+c&limit=7&all&topic=x&topic=y%26z")))
                    .isEqualTo("a b c7true[x, y&z]");
            assertThat(said(http.get("/q?all=0&limit=500"))).isEqualTo("-500false[]");
        }
    }

    @Test
    void aQueryValueOutOfItsBoundsIsRefusedByName() throws Exception {
        try (var http = TestHttp.at("/q", CallTest::readQuery)) {
            assertRefused(http, "limit=0", "limit must be from 1 to 500, was 0");
            assertRefused(http, "limit=501", "limit must be from 1 to 500, was 501");
            assertRefused(http, "limit=many", "limit must be a whole number");
            assertRefused(http, "limit=99999999999999999999", "limit must be a whole number");
            assertRefused(http, "all=perhaps", "all must be true or false");
            assertRefused(http, "after=1&after=2", "after may be given only once");
        }
    }

    private static void assertRefused(TestHttp http, String query, String detail) throws Exception {
        var answer = http.get("/q?" + query);
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(code(answer)).isEqualTo("bad-value");
        assertThat(json(answer).path("detail").asText()).isEqualTo(detail);
    }

    @Test
    void aQueryThatIsNotUtf8IsABadRequest() throws Exception {
        try (var http = TestHttp.at("/q", CallTest::readQuery)) {
            for (var query : List.of("after=%FF", "after=%zz", "after=%E2%82")) {
                var answer =
                        http.raw(
                                "GET /q?" + query + " HTTP/1.1",
                                "Host: localhost",
                                "Authorization: Bearer owner",
                                "Connection: close");
                assertThat(answer).as(query).startsWith("HTTP/1.1 400 ").contains("bad-request");
            }
        }
    }

    @Test
    void aWaitIsAtMostFiftyFiveSeconds() throws Exception {
        try (var http = TestHttp.at("/w", call -> said("" + call.waitSeconds()))) {
            assertThat(said(http.get("/w"))).isEqualTo("0");
            assertThat(said(http.get("/w?wait=30"))).isEqualTo("30");
            assertThat(said(http.get("/w?wait=600"))).isEqualTo("55");
            assertThat(said(http.get("/w?wait=-1"))).isEqualTo("0");
            assertThat(http.get("/w?wait=soon").statusCode()).isEqualTo(422);
            assertThat(Call.waitSeconds(56)).isEqualTo(55);
        }
    }

    private static Answer describe(Call call) {
        return said(
                String.join(
                        " ",
                        call.caller().label(),
                        call.header("X-Note").orElse("-"),
                        call.remote(),
                        call.route().toString()));
    }

    @Test
    void theCallKnowsCallerHeadersAndWhereItCameFrom() throws Exception {
        try (var http = TestHttp.at("/me", CallTest::describe)) {
            var answer = http.send(http.request("/me").header("X-Note", "hello"));
            assertThat(said(answer)).isEqualTo("owner:owner hello 127.0.0.1 GET /me");
        }
    }

    @Test
    void aBodyIsAJsonObjectAndSaysSo() throws Exception {
        try (var http = TestHttp.at("/j", call -> said(call.json().path("a").asText()))) {
            assertThat(said(http.post("/j", "{\"a\":\"ä\"}"))).isEqualTo("ä");
            for (var type :
                    List.of(
                            "application/json; charset=utf-8",
                            "Application/JSON;charset=\"UTF-8\"",
                            "application/cloudevents+json")) {
                var request = http.posting("/j", "{\"a\":1}").setHeader("Content-Type", type);
                assertThat(said(http.send(request))).as(type).isEqualTo("1");
            }
            assertThat(code(http.post("/j", "{\"a\":"))).isEqualTo("bad-json");
            assertThat(http.post("/j", "[1]").statusCode()).isBetween(400, 422);
            var empty = http.post("/j", "");
            assertThat(empty.statusCode()).isEqualTo(400);
            assertThat(code(empty)).isEqualTo("bad-json");
        }
    }

    @Test
    void aBodyOfAnotherMediaTypeIsRefused() throws Exception {
        try (var http = TestHttp.at("/j", call -> Answer.ok(call.json()))) {
            for (var type :
                    List.of(
                            "text/plain",
                            "application/json; charset=iso-8859-1",
                            "application/x-www-form-urlencoded",
                            "text/x+json")) {
                var request = http.posting("/j", "{}").setHeader("Content-Type", type);
                var answer = http.send(request);
                assertThat(answer.statusCode()).as(type).isEqualTo(415);
                assertThat(code(answer)).isEqualTo("media-type");
            }
            var unlabelled = http.request("/j").POST(BodyPublishers.ofString("{}"));
            assertThat(code(http.send(unlabelled))).isEqualTo("media-type");
            var packed = http.posting("/j", "{}").header("Content-Encoding", "gzip");
            assertThat(code(http.send(packed))).isEqualTo("media-type");
        }
    }

    @Test
    void anOptionalBodyMayBeLeftOut() throws Exception {
        try (var http = TestHttp.at("/o", call -> said("" + call.optionalJson().isPresent()))) {
            assertThat(said(http.send(http.request("/o").POST(BodyPublishers.noBody()))))
                    .isEqualTo("false");
            assertThat(said(http.post("/o", "{}"))).isEqualTo("true");
        }
    }
}

package dev.parley.http;

import static dev.parley.http.TestHttp.said;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MalformedRequestTest {
    private static TestHttp start() {
        return TestHttp.at("/j", call -> said("" + call.json().size()));
    }

    private static void assertProblem(String answer, int status, String code) {
        assertThat(answer)
                .contains(" " + status + " ")
                .containsIgnoringCase("Content-Type: application/problem+json")
                .contains("\"code\":\"" + code + '"')
                .contains("no-store")
                .doesNotContain("Jetty")
                .doesNotContain("jetty");
    }

    @Test
    void aRequestLineThatIsNoneIsABadRequest() throws Exception {
        try (var http = start()) {
            assertProblem(http.raw("HELLO"), 400, "bad-request");
            assertProblem(http.raw("GET /j HTTP/9.9", "Host: localhost"), 400, "bad-request");
            assertProblem(http.raw("GE\u0001T /j HTTP/1.1", "Host: localhost"), 400, "bad-request");
        }
    }

    @Test
    void whereTheConnectionEndsTheAnswerSaysSo() throws Exception {
        try (var http = start()) {
            var answer = http.raw("GET /j/%00 HTTP/1.1", "Host: localhost");
            assertProblem(answer, 400, "bad-request");
            assertThat(answer).containsIgnoringCase("Connection: close");
        }
    }

    @Test
    void aHeaderThatIsNoneIsABadRequest() throws Exception {
        try (var http = start()) {
            assertProblem(
                    http.raw("GET /j HTTP/1.1", "Host: localhost", "no colon"), 400, "bad-request");
            assertProblem(
                    http.raw(
                            "POST /j HTTP/1.1",
                            "Host: localhost",
                            "Content-Length: 3",
                            "Transfer-Encoding: chunked"),
                    400,
                    "bad-request");
            assertProblem(
                    http.raw("POST /j HTTP/1.1", "Host: localhost", "Content-Length: -1"),
                    400,
                    "bad-request");
        }
    }

    @Test
    void headersBeyondSixteenKibibytesAreTooLarge() throws Exception {
        try (var http = start()) {
            var large = "X-Large: " + "x".repeat(HttpSettings.MAX_HEADER_BYTES);
            assertProblem(
                    http.raw("GET /j HTTP/1.1", "Host: localhost", large),
                    431,
                    "headers-too-large");
        }
    }

    @Test
    void anAddressBeyondSixteenKibibytesIsTooLong() throws Exception {
        try (var http = start()) {
            var path = "/j?" + "x".repeat(HttpSettings.MAX_HEADER_BYTES);
            assertProblem(
                    http.raw("GET " + path + " HTTP/1.1", "Host: localhost"), 414, "uri-too-long");
        }
    }

    @Test
    void aChunkThatIsNoneIsABadRequest() throws Exception {
        try (var http = start()) {
            assertProblem(
                    http.raw(
                            "POST /j HTTP/1.1",
                            "Host: localhost",
                            "Authorization: Bearer owner",
                            "Content-Type: application/json",
                            "Transfer-Encoding: chunked",
                            "",
                            "zz"),
                    400,
                    "bad-request");
        }
    }

    @Test
    void aPathThatIsNoneIsABadRequest() throws Exception {
        try (var http = start()) {
            assertProblem(
                    http.raw("GET //j HTTP/1.1", "Host: localhost", "Connection: close"),
                    400,
                    "bad-request");
            assertProblem(
                    http.raw("OPTIONS * HTTP/1.1", "Host: localhost", "Connection: close"),
                    400,
                    "bad-request");
        }
    }
}

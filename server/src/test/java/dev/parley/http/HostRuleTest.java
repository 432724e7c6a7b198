package dev.parley.http;

import static dev.parley.http.TestHttp.said;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HostRuleTest {
    private static TestHttp start() {
        return TestHttp.start(
                settings ->
                        settings.allowing(
                                Set.of("Hub.example.com"), Set.of("https://hub.example.com")),
                routes -> routes.open("GET", "/health", call -> said("up")));
    }

    @Test
    void theHubAnswersToItsOwnNamesAndTheConfiguredOnes() throws Exception {
        try (var http = start()) {
            for (var host :
                    List.of(
                            "localhost",
                            "LOCALHOST:9000",
                            "127.0.0.1:80",
                            "[::1]:7000",
                            "hub.example.com",
                            "HUB.example.COM:8443")) {
                assertThat(health(http, "Host: " + host)).as(host).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    @Test
    void itAnswersToNoOtherName() throws Exception {
        try (var http = start()) {
            for (var host :
                    List.of("evil.example", "localhost.evil.example", "0.0.0.0", "192.168.1.9")) {
                assertThat(health(http, "Host: " + host))
                        .as(host)
                        .startsWith("HTTP/1.1 403 ")
                        .contains("host-refused");
            }
        }
    }

    @Test
    void aRequestThatNamesNoHostOrTwoIsMalformed() throws Exception {
        try (var http = start()) {
            assertThat(http.raw("GET /health HTTP/1.0"))
                    .contains(" 400 ")
                    .contains("the Host header is missing");
            assertThat(health(http, "X-Nothing: here")).startsWith("HTTP/1.1 400 ");
            assertThat(health(http, "Host: localhost", "Host: evil.example"))
                    .startsWith("HTTP/1.1 400 ");
            assertThat(
                            http.raw(
                                    "GET http://evil.example/health HTTP/1.1",
                                    "Host: localhost",
                                    "Connection: close"))
                    .doesNotContain(" 200 ");
        }
    }

    @Test
    void aPageMayCallOnlyFromAnAllowedOrigin() throws Exception {
        try (var http = start()) {
            for (var origin : List.of("http://localhost:7000", "https://hub.example.com")) {
                assertThat(health(http, "Host: localhost:7000", "Origin: " + origin))
                        .as(origin)
                        .startsWith("HTTP/1.1 200 ");
            }
            for (var origin :
                    List.of(
                            "null",
                            "https://evil.example",
                            "https://localhost:7000",
                            "http://localhost",
                            "http://localhost:7001",
                            "http://hub.example.com")) {
                assertThat(health(http, "Host: localhost:7000", "Origin: " + origin))
                        .as(origin)
                        .startsWith("HTTP/1.1 403 ")
                        .contains("origin-refused");
            }
        }
    }

    @Test
    void thePortThatGoesWithoutSayingMakesNoDifference() throws Exception {
        try (var http = start()) {
            assertThat(health(http, "Host: localhost:80", "Origin: http://localhost"))
                    .startsWith("HTTP/1.1 200 ");
            assertThat(health(http, "Host: localhost:443", "Origin: http://localhost"))
                    .contains("origin-refused");
        }
    }

    @Test
    void onlyAProxyThatIsKnownIsBelievedThatItSpeaksTls() throws Exception {
        var headers =
                new String[] {
                    "Host: localhost:443", "Origin: https://localhost", "X-Forwarded-Proto: https"
                };
        try (var http = start()) {
            assertThat(health(http, headers)).contains("origin-refused");
        }
        try (var http =
                TestHttp.start(
                        settings -> settings.behindProxy(true),
                        routes -> routes.open("GET", "/health", call -> said("up")))) {
            assertThat(health(http, headers)).startsWith("HTTP/1.1 200 ");
            assertThat(health(http, "Host: localhost", "Origin: http://localhost"))
                    .startsWith("HTTP/1.1 200 ");
            assertThat(health(http, "Host: localhost", "Origin: https://localhost"))
                    .contains("origin-refused");
        }
    }

    private static String health(TestHttp http, String... headers) throws Exception {
        return http.raw("GET /health HTTP/1.1", String.join("\r\n", headers), "Connection: close");
    }
}

package dev.parley.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Reply;
import dev.parley.TestParley;
import dev.parley.guard.Guesses;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How a browser is let in, and for how long. */
class LoginTest {
    private static final String LOGIN = "/api/console/login";
    private static final Duration LONG = Duration.ofHours(11);

    @Test
    void aTokenOpensASessionForWhoeverHasIt() {
        try (var parley = TestParley.start()) {
            var ann = Browser.of(parley, parley.person("ann"));

            var self = ann.get("/api/tokens/self").expect(200);

            assertThat(self.text("name")).isEqualTo("ann");
            assertThat(self.text("role")).isEqualTo("person");
            ann.post("/api/runs", "{}").expect(201);
            ann.get("/api/config").expect(Problem.FORBIDDEN);
        }
    }

    @Test
    void theBrowserKeepsTheSessionToItselfAndNobodyKeepsItsSecret() throws IOException {
        try (var parley = TestParley.start()) {
            var token = parley.person("ann").token();
            var login = Json.object().put("token", token).toString();
            var reply = parley.stranger().post(LOGIN, login).expect(204);

            assertThat(reply.header("Set-Cookie"))
                    .matches("parley_\\w+=pa_\\S+; Path=/; HttpOnly; SameSite=Strict")
                    .doesNotContain(token);
            var secret = reply.header("Set-Cookie").replaceAll("^.*?=|;.*", "");
            parley.bearer(secret).get("/api/tokens/self").expect(Problem.UNAUTHENTICATED);
            try (var files = Files.list(parley.folder())) {
                for (var file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .doesNotContain(secret);
                }
            }
        }
    }

    @Test
    void behindAProxyThatSpeaksTlsTheCookieNeverGoesInTheClear() {
        try (var parley = TestParley.with("http.behind-proxy", "true").start()) {
            var cookie = cookieOver(parley, "https");
            assertThat(cookie).startsWith("__Host-parley_").contains("; Secure");
            assertThat(cookieOver(parley, "http")).startsWith("parley_").doesNotContain("Secure");
            var pair = cookie.replaceAll(";.*", "");
            look(parley, pair, "https").expect(200);
            look(parley, pair, "http").expect(Problem.UNAUTHENTICATED);
            look(parley, pair.replace("__Host-", ""), "https").expect(Problem.UNAUTHENTICATED);
        }
        try (var parley = TestParley.start()) {
            parley.stranger()
                    .post(LOGIN, "{}", "Origin", https(parley), "X-Forwarded-Proto", "https")
                    .expect(Problem.ORIGIN_REFUSED);
        }
    }

    private static String cookieOver(TestParley parley, String scheme) {
        var token = Json.object().put("token", parley.owner().token()).toString();
        return parley.stranger()
                .post(
                        LOGIN,
                        token,
                        "Origin",
                        https(parley).replace("https:", scheme + ":"),
                        "X-Forwarded-Proto",
                        scheme)
                .expect(204)
                .header("Set-Cookie");
    }

    private static Reply look(TestParley parley, String cookie, String scheme) {
        var browser = new Browser(parley.url(), cookie);
        return browser.send(browser.request("/api/runs").header("X-Forwarded-Proto", scheme));
    }

    private static String https(TestParley parley) {
        return parley.url().replace("http:", "https:");
    }

    @Test
    void aSessionLastsWhileItIsUsedAndTwelveHoursLonger() {
        try (var parley = TestParley.start()) {
            var ann = Browser.of(parley, parley.person("ann"));
            for (int i = 0; i < 3; i++) {
                parley.pass(LONG);
                ann.get("/api/tokens/self").expect(200);
            }
            parley.pass(Duration.ofHours(12));
            ann.get("/api/tokens/self").expect(Problem.UNAUTHENTICATED);
        }
    }

    @Test
    void aSessionEndsAfterAMonthHoweverMuchItIsUsed() {
        try (var parley = TestParley.start()) {
            var ann = Browser.of(parley, parley.person("ann"));
            for (int i = 0; i < 60; i++) {
                parley.pass(Duration.ofHours(12).minusSeconds(1));
                ann.get("/api/tokens/self").expect(200);
            }
            parley.pass(Duration.ofMinutes(1));
            ann.get("/api/tokens/self").expect(Problem.UNAUTHENTICATED);
        }
    }

    @Test
    void aPageThatWasLeftOpenSurvivesARestart() {
        var parley = TestParley.start();
        var cookie = Browser.of(parley, parley.person("ann")).cookie();
        try (var again = parley.restarted()) {
            var ann = new Browser(again.url(), cookie);
            assertThat(ann.get("/api/tokens/self").expect(200).text("name")).isEqualTo("ann");
        }
    }

    @Test
    void revokingTheTokenEndsWhatWasOpenedWithIt() {
        try (var parley = TestParley.start()) {
            var token = parley.owner().post("/api/tokens", "{\"person\":\"ann\"}").expect(201);
            var ann = Browser.of(parley, parley.bearer(token.text("token")));
            ann.get("/api/runs").expect(200);

            parley.owner().delete("/api/tokens/" + token.text("token_id")).expect(204);

            ann.get("/api/runs").expect(Problem.UNAUTHENTICATED);
        }
    }

    @Test
    void loggingOutEndsTheSessionAndNoOther() {
        try (var parley = TestParley.start()) {
            var token = parley.person("ann");
            var here = Browser.of(parley, token);
            var there = Browser.of(parley, token);

            var out = here.post("/api/console/logout", "").expect(204);

            assertThat(out.header("Set-Cookie")).contains("=;").contains("Max-Age=0");
            here.get("/api/runs").expect(Problem.UNAUTHENTICATED);
            there.get("/api/runs").expect(200);
            token.post("/api/console/logout", "").expect(204);
            token.get("/api/runs").expect(200);
        }
    }

    @Test
    void theOldestOfTooManySessionsMakesRoom() {
        try (var parley = TestParley.start()) {
            var ann = parley.person("ann");
            var first = Browser.of(parley, ann);
            var second = Browser.of(parley, ann);
            for (int i = 0; i < 98; i++) {
                var _ = Browser.of(parley, ann);
            }
            first.get("/api/runs").expect(200);

            var last = Browser.of(parley, ann);

            first.get("/api/runs").expect(Problem.UNAUTHENTICATED);
            second.get("/api/runs").expect(200);
            last.get("/api/runs").expect(200);
        }
    }

    @Test
    void aLinkLetsInOnce() {
        try (var parley = TestParley.start()) {
            var link = parley.owner().post("/api/console/links", "").expect(201);
            assertThat(link.text("url")).isEqualTo(parley.url() + "/ui/login#" + link.text("link"));
            assertThat(link.number("expires_in")).isEqualTo(600);
            var nobody = new Browser(parley.url(), "");

            var owner = nobody.login("link", link.text("link"));

            assertThat(owner.get("/api/tokens/self").text("role")).isEqualTo("owner");
            nobody.post(LOGIN, Json.object().put("link", link.text("link")).toString())
                    .expect(Problem.UNAUTHENTICATED);
        }
    }

    @Test
    void theFirstStartHasALinkForItsOwner() {
        try (var parley = TestParley.start()) {
            var shown = parley.consoleLink();
            assertThat(shown).startsWith(parley.url() + "/ui/login#");

            var owner = new Browser(parley.url(), "").login("link", shown.replaceAll("^.*#", ""));

            assertThat(owner.get("/api/tokens/self").text("role")).isEqualTo("owner");
        }
    }

    @Test
    void aLinkLetsNobodyInAfterTenMinutes() {
        try (var parley = TestParley.start()) {
            var link = parley.owner().post("/api/console/links", "").expect(201).text("link");
            parley.pass(Duration.ofMinutes(10));

            new Browser(parley.url(), "")
                    .post(LOGIN, Json.object().put("link", link).toString())
                    .expect(Problem.UNAUTHENTICATED);
        }
    }

    @Test
    void aLinkIsNoSessionAndASessionNoLink() {
        try (var parley = TestParley.start()) {
            var link = parley.owner().post("/api/console/links", "").expect(201).text("link");
            var ann = Browser.of(parley, parley.person("ann"));
            var name = ann.cookie().replaceAll("=.*", "");
            var secret = ann.cookie().replaceAll("^.*?=", "");

            new Browser(parley.url(), name + "=" + link)
                    .get("/api/runs")
                    .expect(Problem.UNAUTHENTICATED);
            new Browser(parley.url(), name + "=" + parley.owner().token())
                    .get("/api/runs")
                    .expect(Problem.UNAUTHENTICATED);
            for (var how : new String[] {"link", "token"}) {
                new Browser(parley.url(), "")
                        .post(LOGIN, Json.object().put(how, secret).toString())
                        .expect(Problem.UNAUTHENTICATED);
            }
            ann.post(LOGIN, "{}").expect(Problem.BAD_VALUE);
            ann.post(LOGIN, "{\"link\":\"a\",\"token\":\"b\"}").expect(Problem.BAD_VALUE);
        }
    }

    @Test
    void whoeverIsWrongTooOftenMustWaitAndKeepsNobodyElseOut() {
        try (var parley = TestParley.start()) {
            var right = Json.object().put("token", parley.owner().token()).toString();
            var wrong = "{\"token\":\"pa_wrong\"}";
            for (int i = 0; i < Guesses.MAX; i++) {
                parley.stranger().post(LOGIN, wrong).expect(Problem.UNAUTHENTICATED);
            }
            var refused = parley.stranger().post(LOGIN, wrong).expect(Problem.RATE_LIMITED);
            assertThat(refused.header("Retry-After")).isEqualTo("6");
            parley.stranger().post(LOGIN, right).expect(204);

            parley.pass(Duration.ofSeconds(6));

            parley.stranger().post(LOGIN, wrong).expect(Problem.UNAUTHENTICATED);
        }
    }

    @Test
    void theAuditSaysWhoHasLoggedInAndKeepsNoSecret() {
        try (var parley = TestParley.start()) {
            var ann = Browser.of(parley, parley.person("ann"));
            ann.post("/api/runs", "{}").expect(201);
            var link = parley.owner().post("/api/console/links", "").expect(201).text("link");

            var audit = parley.owner().get("/api/audit").expect(200);

            assertThat(audit.all("items", "action"))
                    .contains("POST " + LOGIN, "POST /api/console/links", "POST /api/runs");
            assertThat(audit.elements("items"))
                    .filteredOn(entry -> entry.path("action").asText().endsWith("/login"))
                    .extracting(entry -> entry.path("principal").asText())
                    .containsExactly("person:ann");
            assertThat(audit.text()).doesNotContain(link, ann.cookie().replaceAll("^.*?=", ""));
        }
    }

    @Test
    void hubsOnOneMachineHaveCookiesOfTheirOwn() {
        try (var one = TestParley.start();
                var other = TestParley.start()) {
            var name = Browser.of(one, one.owner()).cookie().replaceAll("=.*", "");
            assertThat(Browser.of(other, other.owner()).cookie()).doesNotStartWith(name);
        }
    }

    @Test
    void loggingInNeedsJsonFromTheHubsOwnPage() {
        try (var parley = TestParley.start()) {
            var right = Json.object().put("token", parley.owner().token()).toString();
            parley.stranger()
                    .post(LOGIN, right, "Origin", "http://evil.example")
                    .expect(Problem.ORIGIN_REFUSED);
            parley.stranger()
                    .post(LOGIN, BodyPublishers.ofString(right), "Content-Type", "text/plain")
                    .expect(Problem.MEDIA_TYPE);
        }
    }
}

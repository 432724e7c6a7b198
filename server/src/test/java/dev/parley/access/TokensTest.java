package dev.parley.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestClock;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens are made once, shown once, kept as hashes and revoked for good. */
class TokensTest {
    private static final TestClock CLOCK = new TestClock();
    private static TestParley parley;
    private static Caller owner;

    @BeforeAll
    static void start() {
        parley = TestParley.with("http.host", "127.0.0.1").at(CLOCK).start();
        owner = parley.owner();
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @Test
    void anAgentsTokenIsAWorkersUnlessSaidOtherwise() {
        var worker = owner.post("/api/tokens", "{\"agent\":\"Agent B\"}").expect(201);
        assertThat(worker.text("role")).isEqualTo("worker");
        assertThat(worker.text("agent")).isEqualTo("Agent B");
        assertThat(worker.text("space")).isEqualTo("default");
        assertThat(worker.text("token")).startsWith("pa_");
        assertThat(worker.json().get("expires_at").isNull()).isTrue();
        var manager = owner.post("/api/tokens", "{\"agent\":\"alice\",\"role\":\"manager\"}");
        assertThat(manager.expect(201).text("role")).isEqualTo("manager");
    }

    @Test
    void peopleAndObserversHaveTokensToo() {
        var person = owner.post("/api/tokens", "{\"person\":\"Ann Lee\"}").expect(201);
        assertThat(person.text("role")).isEqualTo("person");
        assertThat(person.text("name")).isEqualTo("Ann Lee");
        var observer = owner.post("/api/tokens", "{}").expect(201);
        assertThat(observer.text("role")).isEqualTo("observer");
        parley.bearer(observer.text("token")).get("/api/runs").expect(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"agent\":\"a\",\"person\":\"b\"}",
                "{\"role\":\"worker\"}",
                "{\"role\":\"person\"}",
                "{\"role\":\"king\"}",
                "{\"agent\":\"a\",\"role\":\"owner\"}",
                "{\"agent\":\"user\"}",
                "{\"agent\":1}",
                "{\"space\":\"a b\"}",
                "{\"person\":\"\"}",
                "{\"expires_in_days\":0}",
                "{\"expires_in_days\":3651}",
                "{\"expires_in_days\":\"1\"}"
            })
    void aTokenForNobodyInParticularIsRefused(String wanted) {
        owner.post("/api/tokens", wanted).expect(Problem.BAD_VALUE);
    }

    @Test
    void theListShowsNeitherSecretsNorHashes() {
        var made = owner.post("/api/tokens", "{\"agent\":\"listed\"}").expect(201);
        var list = owner.get("/api/tokens?limit=500").expect(200);
        assertThat(list.all("items", "token_id")).contains(made.text("token_id"));
        assertThat(list.text()).doesNotContain("pa_", "hash", made.text("token"));
        assertThat(list.elements("items"))
                .allMatch(item -> !item.has("token") && !item.has("hash"));
    }

    @Test
    void aSecretIsShownOnceEvenToWhoeverRepeatsTheRequest() {
        var wanted = "{\"agent\":\"once\"}";
        var first = owner.post("/api/tokens", wanted, "Idempotency-Key", "t1").expect(201);
        var again = owner.post("/api/tokens", wanted, "Idempotency-Key", "t1").expect(200);
        assertThat(again.text("token_id")).isEqualTo(first.text("token_id"));
        assertThat(again.json().has("token")).isFalse();
    }

    @Test
    void aRevokedTokenIsRefusedAtOnceAndForGood() {
        var made = owner.post("/api/tokens", "{\"agent\":\"revoked\"}").expect(201);
        var agent = parley.bearer(made.text("token"));
        agent.get("/api/runs").expect(200);
        owner.delete("/api/tokens/" + made.text("token_id")).expect(204);
        agent.get("/api/runs").expect(Problem.UNAUTHENTICATED);
        owner.delete("/api/tokens/" + made.text("token_id")).expect(204);
        owner.delete("/api/tokens/tok_nowhere").expect(Problem.UNKNOWN_TOKEN);
        assertThat(owner.get("/api/tokens?limit=500").all("items", "token_id"))
                .doesNotContain(made.text("token_id"));
        assertThat(owner.get("/api/tokens?limit=500&all=true").elements("items"))
                .filteredOn(item -> item.get("token_id").asText().equals(made.text("token_id")))
                .singleElement()
                .matches(item -> item.get("revoked_at").isNumber());
    }

    @Test
    void anExpiredTokenIsRefused() {
        var agent = parley.token("{\"agent\":\"brief\",\"expires_in_days\":1}");
        CLOCK.advance(Duration.ofHours(24).minusMillis(1));
        agent.get("/api/runs").expect(200);
        CLOCK.advance(Duration.ofMillis(1));
        var reply = agent.get("/api/runs").expect(Problem.UNAUTHENTICATED);
        assertThat(reply.text("detail")).contains("expired");
    }

    @Test
    void anIdempotencyKeyIsFreeAgainAfterADay() {
        var first = owner.post("/api/tokens", "{\"agent\":\"a\"}", "Idempotency-Key", "t2");
        CLOCK.advance(Duration.ofHours(24).minusMillis(1));
        owner.post("/api/tokens", "{\"agent\":\"a\"}", "Idempotency-Key", "t2").expect(200);
        CLOCK.advance(Duration.ofMillis(1));
        var later = owner.post("/api/tokens", "{\"agent\":\"b\"}", "Idempotency-Key", "t2");
        assertThat(later.expect(201).text("token_id")).isNotEqualTo(first.text("token_id"));
    }

    @Test
    void tokensAreListedPageByPage() {
        for (int i = 0; i < 5; i++) {
            parley.agent("paged" + i);
        }
        var listed = new ArrayList<String>();
        var path = "/api/tokens?limit=2";
        while (!path.isEmpty()) {
            var page = owner.get(path).expect(200);
            listed.addAll(page.all("items", "token_id"));
            var next = page.json().get("next");
            path = next.isNull() ? "" : "/api/tokens?limit=2&after=" + next.asText();
        }
        assertThat(listed)
                .doesNotHaveDuplicates()
                .containsExactlyElementsOf(
                        owner.get("/api/tokens?limit=500").all("items", "token_id"));
    }

    @Test
    void theOwnersTokenIsForTheOwnersEyes() throws Exception {
        var file = parley.folder().resolve("owner.token");
        assertThat(Files.readString(file).strip()).isEqualTo(owner.token());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }
}

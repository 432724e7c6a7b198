package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokenTest {
    @TempDir Path home = Path.of("");
    private final ScriptedHub hub = new ScriptedHub();

    @BeforeEach
    void aHubRuns() {
        hub.moveInto(home.resolve(".parley"));
        hub.on(
                "POST /api/tokens",
                201,
                """
                {"token_id":"tok_1","token":"pa_new","agent":"worker","role":"worker"}""");
    }

    @AfterEach
    void theHubEnds() {
        hub.close();
    }

    @Test
    void theSecretIsPrintedAloneSoThatAScriptCanTakeIt() {
        var shell = new TestShell(home);

        assertThat(shell.run("token", "create", "--agent", "worker")).isZero();
        assertThat(shell.out()).isEqualTo("pa_new\n");
        assertThat(shell.err())
                .isEqualTo("parley: tok_1 for worker (worker); it is not shown again\n");
        assertThat(hub.asked().getFirst().body())
                .isEqualTo("{\"role\":\"worker\",\"agent\":\"worker\"}");
    }

    @Test
    void peopleObserversSpacesAndEndsCanBeNamed() {
        var shell = new TestShell(home);

        assertThat(shell.run("token", "create", "--person", "ann")).isZero();
        assertThat(shell.run("token", "create", "--role", "observer", "--space", "lab")).isZero();
        assertThat(shell.run("token", "create", "--agent", "m", "--role", "manager", "--json"))
                .isZero();
        assertThat(hub.asked())
                .extracting(ScriptedHub.Asked::body)
                .containsExactly(
                        "{\"role\":\"person\",\"person\":\"ann\"}",
                        "{\"role\":\"observer\",\"space\":\"lab\"}",
                        "{\"role\":\"manager\",\"agent\":\"m\"}");
    }

    @Test
    void aTokenForNobodyIsNotUnderstood() {
        var shell = new TestShell(home);

        assertThat(shell.run("token", "create")).isEqualTo(2);
        assertThat(shell.run("token", "create", "--agent", "a", "--person", "b")).isEqualTo(2);
        assertThat(shell.run("token")).isEqualTo(2);
        assertThat(shell.err()).contains("say whom it is for", "create, list or revoke");
    }

    @Test
    void tokensAreListedInATable() {
        hub.on(
                "GET /api/tokens",
                200,
                """
                {"items":[{"token_id":"tok_owner","person":"owner","role":"owner",
                           "space":"default","created_at":1772366400},
                          {"token_id":"tok_2","agent":"Agent \\u001b[1mB","role":"worker",
                           "space":"lab","created_at":1772366400,"expires_at":1774958400}]}""");
        var shell = new TestShell(home);

        assertThat(shell.run("token", "list")).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        """
                        TOKEN      NAME         ROLE    SPACE    CREATED           EXPIRES
                        tok_owner  owner        owner   default  2026-03-01 12:00  -
                        tok_2      Agent ␛[1mB  worker  lab      2026-03-01 12:00  2026-03-31 12:00
                        """);
    }

    @Test
    void aTokenIsRevokedOnceAndUnknownTheSecondTime() {
        hub.on("DELETE /api/tokens/tok_1", 204, "");
        hub.on(
                "DELETE /api/tokens/tok_2",
                404,
                "{\"code\":\"unknown-token\",\"message\":\"there is no token tok_2\"}");
        var shell = new TestShell(home);

        assertThat(shell.run("token", "revoke", "tok_1")).isZero();
        assertThat(shell.run("token", "revoke", "tok_2")).isEqualTo(1);
        assertThat(shell.out()).isEqualTo("revoked tok_1\n");
        assertThat(shell.err()).isEqualTo("parley: there is no token tok_2\n");
    }
}

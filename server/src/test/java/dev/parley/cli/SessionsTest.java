package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A person sees conversations with agents, and ends them, from the command line. */
@Timeout(60)
class SessionsTest {
    private static TestParley parley;
    private static Caller ann;
    @TempDir Path home = Path.of("");

    @BeforeAll
    static void start() {
        parley =
                TestParley.with("sessions.roots", "/")
                        .file(
                                """
                                agents:
                                  parrot: {host: command, command: cat}
                                  sleeper: {host: command, command: sleep, args: ["600"]}
                                """)
                        .start();
        ann = parley.person("ann");
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    @Test
    void sessionsAreListedWithHowEachStands() {
        var session = answered();
        var shell = shell();
        assertThat(shell.run("sessions", "--limit", "1")).isZero();
        assertThat(shell.out().lines().toList()).hasSize(2);
        assertThat(shell.out().lines().toList().getLast())
                .matches(session + " +parrot +idle +0 +person:ann +hello \\[2J there");
        var json = shell();
        assertThat(json.run("sessions", "--limit", "1", "--json")).isZero();
        assertThat(json.out()).startsWith("{\"items\":[{\"sessionId\":\"" + session + "\"");
    }

    @Test
    void oneIsShownWithWhatWasSaidThereLast() {
        var session = answered();
        var shell = shell();
        assertThat(shell.run("sessions", session)).isZero();
        assertThat(shell.out())
                .contains("session   " + session, "agent     parrot", "state     idle")
                .contains("user      hello \u241b[2J there", "assistant hello \u241b[2J there");
        var json = shell();
        assertThat(json.run("sessions", session, "--json")).isZero();
        assertThat(json.out()).contains("\"messages\"");
        assertThat(shell().run("sessions", "ses_none")).isEqualTo(1);
    }

    @Test
    void whatAnAgentIsAtIsStoppedAndTheSessionClosed() {
        var session = open("sleeper");
        while (!ann.get("/api/sessions/" + session + "/messages")
                .text()
                .contains("\"turn\":\"running\"")) {
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
            LockSupport.parkNanos(1_000_000);
        }
        var shell = shell();
        assertThat(shell.run("session", "stop", session)).isZero();
        assertThat(shell.run("session", "stop", session)).isZero();
        assertThat(shell.run("session", "close", session)).isZero();
        assertThat(shell.run("sessions", session)).isZero();
        assertThat(shell.out())
                .startsWith(
                        """
                        stopped %1$s
                        the agent of %1$s is at nothing
                        closed %1$s
                        session   %1$s
                        agent     sleeper
                        state     closed
                        """
                                .formatted(session))
                .contains("(cancelled)");
        assertThat(shell.run("session")).isEqualTo(2);
    }

    private static String answered() {
        var session = open("parrot");
        ann.get("/api/sessions/" + session + "/state?wait=idle").expect(200);
        return session;
    }

    private static String open(String agent) {
        return ann.post(
                        "/api/sessions",
                        "{\"agent\":\"%s\",\"initialMessage\":\"hello \\u001b[2J there\"}"
                                .formatted(agent))
                .expect(201)
                .text("sessionId");
    }

    private TestShell shell() {
        return new TestShell(home)
                .variable("PARLEY_URL", parley.url())
                .variable("PARLEY_TOKEN", parley.owner().token());
    }
}

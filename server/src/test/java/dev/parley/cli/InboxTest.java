package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import dev.parley.protocol.codec.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What agents tell people is found by them, at a real hub. */
class InboxTest {
    @TempDir Path home = Path.of("");
    private final TestParley parley = TestParley.start();
    private String run = "";

    @BeforeEach
    void anAgentSpeaks() {
        var alice = parley.agent("alice");
        run = alice.run("{\"protocol\":\"open\",\"participants\":{\"alice\":\"alice\"}}");
        alice.post(
                        "/api/runs/" + run + "/messages",
                        """
                        {"message_id":"m1","to_agent":"user","kind":"message","summary":"It is done",
                         "parts":[{"type":"text","content":"It is done.\\nAll of it."}]}""")
                .expect(201);
        alice.post(
                        "/api/runs/" + run + "/messages",
                        """
                        {"message_id":"m2","to_agent":"user","kind":"REQUEST_USER_INPUT",
                         "summary":"From where?"}""")
                .expect(201);
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    private TestShell shell() {
        return new TestShell(home).variable("PARLEY_DATA", parley.folder().toString());
    }

    @Test
    void messagesToPeopleComeAfterTheQuestions() {
        var shell = shell();

        assertThat(shell.run("inbox")).isZero();
        assertThat(shell.out())
                .containsPattern(
                        "(?s)From where\\?.*\\n"
                                + run
                                + "  alice, [-0-9: ]+\\n   It is done\\.\\n   All of it\\.\\n$");
        assertThat(shell.out()).containsOnlyOnce("From where?");
        assertThat(shell.err()).contains("./parley inbox --read marks these messages as read");
    }

    @Test
    void theyStayUntilSomebodyMarksThemAsRead() {
        assertThat(shell().run("inbox")).isZero();
        var reading = shell();
        assertThat(reading.run("inbox", "--read")).isZero();
        assertThat(reading.out()).contains("It is done.");
        var after = shell();

        assertThat(after.run("inbox", "--json")).isZero();
        var left = Json.parse(after.out());
        assertThat(left.path("items")).hasSize(1);
        assertThat(left.path("messages")).isEmpty();
    }

    @Test
    void anAgentSeesWhatItAsksAndNothingOfWhatOthersSay() {
        var shell = shell().variable("PARLEY_TOKEN", parley.agent("bob").token());

        assertThat(shell.run("inbox")).isZero();
        assertThat(shell.out()).isEmpty();
    }
}

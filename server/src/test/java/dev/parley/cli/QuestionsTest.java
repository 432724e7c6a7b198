package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuestionsTest {
    private static final String ONE =
            """
            {"items":[{"question_id":"run_1.4","kind":"question","asked_by":"alice",
              "text":"From where?\\nSay \\u001b[1mit","context":"for the search","choices":null,
              "state":"open","created_at":1772366400}],"next":null}""";

    @TempDir Path home = Path.of("");
    private final ScriptedHub hub = new ScriptedHub();

    @BeforeEach
    void aHubRuns() {
        hub.moveInto(home.resolve(".parley"));
        hub.on("GET /api/agents/user/inbox", 200, "{\"items\":[],\"position\":0}");
        hub.on(
                "POST /api/questions/run_1.4/answer",
                201,
                "{\"question_id\":\"run_1.4\",\"asked_by\":\"alice\",\"state\":\"answered\"}");
    }

    @AfterEach
    void theHubEnds() {
        hub.close();
    }

    @Test
    void questionsSayHowToAnswerThemInCommandsThatMayBeCopied() {
        hub.on(
                "GET /api/questions",
                200,
                """
                {"items":[{"question_id":"run_1.4","kind":"question","asked_by":"alice",
                  "text":"From where?\\nSay \\u001b[1mit","context":"for the search",
                  "choices":null,"state":"open","created_at":1772366400},
                 {"question_id":"run_1.6","kind":"question","asked_by":"bob","text":"Which?",
                  "choices":["price","it's $HOME; a | b"],"state":"open","created_at":1772366460,
                  "deadline_at":1772370000},
                 {"question_id":"run_2.1","kind":"approval","asked_by":"bob","text":"May I?",
                  "approval":{"action":"deploy","arguments":{"to":"prod"}},"state":"open",
                  "created_at":1772366460}],"next":null}""");
        var shell = new TestShell(home);

        assertThat(shell.run("inbox")).isZero();
        assertThat(shell.out())
                .isEqualTo(
                        """
                        run_1.4  alice, 2026-03-01 12:00
                           From where?
                           Say ␛[1mit
                           for the search
                           ./parley answer run_1.4 "TEXT"
                        run_1.6  bob, 2026-03-01 12:01, until 2026-03-01 13:00
                           Which?
                           ./parley answer run_1.6 --choice=price
                           ./parley answer run_1.6 --choice='it'\\''s $HOME; a | b'
                        run_2.1  bob, 2026-03-01 12:01
                           May I?
                           to approve: deploy {"to":"prod"}
                           ./parley answer run_2.1 --deny
                           ./parley answer run_2.1 --approve
                        """);
    }

    @Test
    void whoeverNamedTheHubIsToldToNameItAgain() {
        hub.on("GET /api/questions", 200, ONE);
        var shell = new TestShell(home);
        var data = home.resolve(".parley").toString();

        assertThat(shell.run("inbox", "--data", data, "--url", hub.url().toString())).isZero();
        assertThat(shell.out())
                .contains("answer run_1.4 --url " + hub.url() + " --data " + data + " \"TEXT\"\n");
    }

    @Test
    void withNothingAskedItSaysSo() {
        hub.on("GET /api/questions", 200, "{\"items\":[],\"next\":null}");
        var shell = new TestShell(home);

        assertThat(shell.run("inbox")).isZero();
        assertThat(shell.out()).isEmpty();
        assertThat(shell.err())
                .isEqualTo("parley: nobody asks anything, and there is nothing to read\n");
    }

    @Test
    void itWaitsUntilSomethingIsAsked() {
        var asked = new AtomicInteger();
        hub.on(
                "GET /api/questions",
                _ ->
                        new ScriptedHub.Reply(
                                200,
                                asked.incrementAndGet() < 3
                                        ? "{\"items\":[],\"next\":null}"
                                        : ONE));
        var shell = new TestShell(home);

        assertThat(shell.run("inbox", "--wait")).isZero();
        assertThat(shell.out()).startsWith("run_1.4  alice");
        assertThat(hub.asked().subList(0, 3)).allMatch(request -> request.query("wait") == 50);
    }

    @Test
    void anAnswerIsWordsAChoiceOrADecision() {
        var shell = new TestShell(home).typing("piped\n");

        assertThat(shell.run("answer", "run_1.4", "from", "LAX")).isZero();
        assertThat(shell.run("answer", "run_1.4", "-")).isZero();
        assertThat(shell.run("answer", "run_1.4", "--choice", "price")).isZero();
        assertThat(shell.run("answer", "run_1.4", "--approve")).isZero();
        assertThat(shell.run("answer", "run_1.4", "--deny", "--reason", "Friday")).isZero();
        assertThat(shell.run("answer", "run_1.4", "--insist", "no")).isZero();
        assertThat(shell.out()).isEqualTo("answered run_1.4\n".repeat(6));
        assertThat(hub.asked())
                .extracting(ScriptedHub.Asked::body)
                .containsExactly(
                        "{\"answer\":\"from LAX\"}",
                        "{\"answer\":\"piped\"}",
                        "{\"choice\":\"price\"}",
                        "{\"decision\":\"approve\"}",
                        "{\"decision\":\"deny\",\"reason\":\"Friday\"}",
                        "{\"answer\":\"no\",\"insist\":true}");
    }

    @Test
    void aSuggestedCommandIsNoAnswerAsItStands() {
        var shell = new TestShell(home);

        assertThat(shell.run("answer", "run_1.4", "TEXT")).isEqualTo(2);
        assertThat(shell.err()).contains("in place of TEXT");
        assertThat(hub.asked()).isEmpty();
    }

    @Test
    void anAnswerThatSaysNothingOrTwoThingsIsNotUnderstood() {
        var shell = new TestShell(home);

        assertThat(shell.run("answer", "run_1.4")).isEqualTo(2);
        assertThat(shell.run("answer", "run_1.4", "yes", "--deny")).isEqualTo(2);
        assertThat(shell.run("answer", "run_1.4", "--approve", "--deny")).isEqualTo(2);
        assertThat(shell.run("answer")).isEqualTo(2);
        assertThat(hub.asked()).isEmpty();
    }

    @Test
    void whatTheHubRefusesIsSaid() {
        hub.on(
                "POST /api/questions/run_1.4/answer",
                409,
                "{\"code\":\"question-closed\",\"message\":\"person:ben has answered it\"}");
        var shell = new TestShell(home);

        assertThat(shell.run("answer", "run_1.4", "x")).isEqualTo(1);
        assertThat(shell.err()).isEqualTo("parley: person:ben has answered it\n");
    }
}

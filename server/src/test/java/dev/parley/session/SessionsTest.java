package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.Reply;
import dev.parley.TestDatabase;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Agents that the hub runs answer what is said to them, each session in its turn. */
@Timeout(60)
@ParameterizedClass
@EnumSource(TestDatabase.class)
class SessionsTest {
    private static final String AGENTS =
            """
            agents:
              parrot: {host: command, command: sed, args: ["s/^/you said: /"]}
              patient: {host: command, command: sh, args: ["-c", "read line; while [ ! -e \\"$line\\" ]; do sleep 0.02; done; echo done"]}
              broken: {host: command, command: sh, args: ["-c", "echo no such luck >&2; exit 3"]}
              parent: {host: command, command: sh, args: ["-c", "sleep 1000 & echo hello"], timeout: 10}
              deaf: {host: command, command: sleep, args: ["1000"], timeout: 1}
              memory:
                host: command
                command: sh
                args: ["-c", "echo new ${0#id=}", "id={session}"]
                resume-args: ["-c", "echo again $0", "{session}"]
            """;

    @Parameter TestDatabase database = TestDatabase.SQLITE;

    private TestParley parley;
    private Caller ann;
    private Caller alice;

    @BeforeEach
    void start() {
        parley = TestParley.on(database).file(AGENTS).with("sessions.roots", "/").start();
        ann = parley.person("ann");
        alice = parley.agent("alice");
    }

    @AfterEach
    void stop() {
        parley.close();
    }

    @Test
    void whatIsSaidIsAnsweredAndBothAreKept() {
        var session = open(ann, "parrot");
        var said = ann.post(at(session, "messages"), "{\"message\":\"hello\"}").expect(201);
        assertThat(said.text("status")).isEqualTo("dispatched");
        assertThat(said.text("messageId")).startsWith("msg_");
        var state = ann.get(at(session, "state?wait=idle")).expect(200);
        assertThat(state.text("status")).isEqualTo("idle");
        assertThat(state.json().at("/lastMessage/role").asText()).isEqualTo("assistant");
        assertThat(state.json().at("/lastMessage/content").asText()).isEqualTo("you said: hello");
        assertThat(state.text("cwd")).isEqualTo("/");
        var history = ann.get(at(session, "messages")).expect(200);
        assertThat(history.all("items", "content")).containsExactly("hello", "you said: hello");
        assertThat(history.all("items", "role")).containsExactly("user", "assistant");
        assertThat(history.elements("items").getFirst().path("turn").asText()).isEqualTo("done");
        var listed = ann.get("/api/sessions").expect(200).elements("items").getFirst();
        assertThat(listed.path("status").asText()).isEqualTo("idle");
        assertThat(listed.path("closed").asBoolean()).isFalse();
        assertThat(listed.path("lastSeq").asInt()).isGreaterThanOrEqualTo(2);
        assertThat(listed.at("/lastMessage/role").asText()).isEqualTo("assistant");
        assertThat(listed.at("/lastMessage/content").asText()).isEqualTo("you said: hello");
        assertThat(parley.owner().get("/api/check").expect(200).elements("findings")).isEmpty();
    }

    @Test
    void aHistoryOfLongMessagesGoesOnUntilAllOfItIsRead() {
        var session = open(ann, "alice");
        for (int i = 0; i < 25; i++) {
            say(session, "word ".repeat(3_000) + i);
        }
        int read = 0;
        var next = "0";
        for (int pages = 0; !next.isEmpty(); pages++) {
            var page = ann.get(at(session, "messages?limit=100&after=" + next)).expect(200);
            read += page.elements("items").size();
            next = page.json().path("next").asText("");
            assertThat(pages).isLessThan(10);
        }
        assertThat(read).isEqualTo(25);
    }

    @Test
    void aBusySessionQueuesAndIsStreamingUntilAllIsAnswered(@TempDir Path folder) throws Exception {
        var session = open(ann, "patient");
        var first = folder.resolve("first");
        var second = folder.resolve("second");
        say(session, first.toString());
        var queued =
                ann.post(at(session, "messages"), "{\"message\":\"" + second + "\"}").expect(201);
        assertThat(queued.json().path("queued").asBoolean()).isTrue();
        assertThat(queued.json().path("position").asInt()).isEqualTo(1);
        assertThat(ann.get(at(session, "state")).text("status")).isEqualTo("streaming");
        Files.createFile(first);
        Files.createFile(second);
        var state = ann.get(at(session, "state?wait=idle")).expect(200);
        assertThat(state.text("status")).isEqualTo("idle");
        assertThat(ann.get(at(session, "messages")).all("items", "content"))
                .containsExactly(first.toString(), second.toString(), "done", "done");
    }

    @Test
    void anAgentThatFailsLeavesAnErrorWithItsLastWordsAndGoesOnWithTheNext() {
        var session = open(ann, "broken");
        say(session, "go");
        var state = ann.get(at(session, "state?wait=idle")).expect(200);
        assertThat(state.text("status")).isEqualTo("error");
        assertThat(state.text("error")).contains("code 3").contains("no such luck");
        var mail = ann.get("/api/agents/user/inbox").expect(200);
        assertThat(mail.elements("items").getLast().at("/message/payload/state").asText())
                .isEqualTo("failed");
    }

    @Test
    void whatAnAgentHasSaidCountsThoughItHasLeftSomethingRunning() {
        var session = open(ann, "parent");
        say(session, "go");
        var state = ann.get(at(session, "state?wait=idle")).expect(200).json();
        assertThat(state.path("status").asText()).isEqualTo("idle");
        assertThat(state.at("/lastMessage/content").asText()).isEqualTo("hello");
    }

    @Test
    void anAgentThatReadsNothingOfALongMessageIsGivenUpInTime() {
        var session = open(ann, "deaf");
        say(session, "x".repeat(200_000));
        assertThat(ann.get(at(session, "state?wait=idle")).text("error"))
                .contains("it has not ended within 1 seconds");
    }

    @Test
    void anAgentThatRunsItselfAndIsGoneIsGivenUpOnAndOneThatIsThereIsNot() {
        var bob = parley.agent("bob");
        ann.put("/api/agents/bob", "{}").expect(201);
        var session = open(ann, "bob");
        say(session, "hello");
        bob.post("/api/agents/bob/instances/one/heartbeat", "{}").expect(200);
        assertThat(parley.giveUpOnAbsentees()).isZero();
        parley.watch(Duration.ofMinutes(2));
        assertThat(parley.giveUpOnAbsentees()).isEqualTo(1);
        var state = ann.get(at(session, "state")).expect(200);
        assertThat(state.text("status")).isEqualTo("error");
        assertThat(state.text("error")).contains("bob has not answered");
    }

    @Test
    void aSessionWhoseRunWasCancelledStandsInTheListAsItDoesByItself() {
        parley.agent("bob");
        ann.put("/api/agents/bob", "{}").expect(201);
        var session = open(ann, "bob");
        say(session, "hello");
        parley.watch(Duration.ofMinutes(2));
        assertThat(parley.giveUpOnAbsentees()).isEqualTo(1);
        say(session, "are you there?");
        var run = ann.get("/api/sessions/" + session).expect(200).text("runId");
        ann.post("/api/runs/" + run + "/cancel", "{}").expect(200);

        var shown = ann.get("/api/sessions/" + session).expect(200).json();
        var listed = ann.get("/api/sessions").expect(200).elements("items").getFirst();
        for (var field : List.of("status", "closed", "waiting", "error", "lastMessage")) {
            assertThat(listed.path(field)).as(field).isEqualTo(shown.path(field));
        }
        assertThat(shown.path("error").asText()).contains("bob has not answered");
    }

    @Test
    void anAgentResumesTheConversationThatItKnows() {
        var session = open(ann, "memory");
        say(session, "one");
        ann.get(at(session, "state?wait=idle")).expect(200);
        say(session, "two");
        ann.get(at(session, "state?wait=idle")).expect(200);
        var said = ann.get(at(session, "messages")).all("items", "content");
        assertThat(said.get(1)).startsWith("new ");
        assertThat(said.get(3)).isEqualTo("again " + said.get(1).substring("new ".length()));
    }

    @Test
    void nobodySpeaksToItsOwnSessionOrForAnother() {
        var session = open(alice, "alice");
        var own = "{\"message\":\"m\",\"source\":\"agent\",\"fromSession\":\"" + session + "\"}";
        var refused = alice.post(at(session, "messages"), own).expect(Problem.SELF_SEND);
        assertThat(refused.text("error")).isEqualTo("Cannot POST to own session");
        var other = open(ann, "parrot");
        parley.agent("bob").post(at(other, "messages"), own).expect(Problem.SENDER_MISMATCH);
        alice.post(at(other, "messages"), "{\"message\":\"m\",\"source\":\"user\"}")
                .expect(Problem.SENDER_MISMATCH);
        ann.post(at(other, "messages"), "{\"message\":\"m\",\"source\":\"ghost\"}")
                .expect(Problem.BAD_REQUEST);
        ann.post(at("ses_none", "messages"), "{\"message\":\"m\"}").expect(Problem.UNKNOWN_SESSION);
    }

    @Test
    void whoeverSpawnsASessionIsToldHowItCameAlong() {
        var mine = open(alice, "alice");
        var made =
                alice.post(
                                "/api/sessions",
                                "{\"agent\":\"parrot\",\"fromSession\":\""
                                        + mine
                                        + "\",\"initialMessage\":\"squawk\"}")
                        .expect(201);
        assertThat(made.text("parentSession")).isEqualTo(mine);
        assertThat(made.json().path("spawnDepth").asInt()).isEqualTo(2);
        ann.get(at(made.text("sessionId"), "state?wait=idle")).expect(200);
        var heard = ann.get(at(mine, "messages")).expect(200).elements("items").getLast();
        assertThat(heard.path("content").asText()).contains("has answered:\nyou said: squawk");
        assertThat(heard.path("fromSession").asText()).isEqualTo(made.text("sessionId"));
    }

    @Test
    void whoeverSpawnsASessionIsToldThatSomebodyStoppedIt(@TempDir Path folder) {
        var mine = open(alice, "alice");
        var made =
                alice.post(
                                "/api/sessions",
                                "{\"agent\":\"patient\",\"fromSession\":\"%s\",\"initialMessage\":\"%s\"}"
                                        .formatted(mine, folder.resolve("never")))
                        .expect(201);
        stop(made.text("sessionId"));
        var heard = ann.get(at(mine, "messages")).expect(200).elements("items").getLast();
        assertThat(heard.path("content").asText()).contains("has failed:\nstopped by person:ann");
    }

    private void stop(String session) {
        stop(ann, session);
    }

    private static void stop(Caller caller, String session) {
        while (!caller.post(at(session, "stop"), "{}")
                .expect(200)
                .json()
                .path("stopped")
                .asBoolean()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whoeverHasOpenedASessionStopsItAndNoOtherAgentDoes(@TempDir Path folder) {
        var session = open(alice, "patient");
        say(session, folder.resolve("never").toString());
        var refused = parley.agent("bob").post(at(session, "stop"), "{}");
        assertThat(refused.expect(Problem.FORBIDDEN).text("detail"))
                .isEqualTo(
                        "only patient, whoever has opened it and people may stop session "
                                + session);
        stop(alice, session);
        var state = alice.get(at(session, "state?wait=idle")).expect(200);
        assertThat(state.text("status")).isEqualTo("idle");
    }

    @Test
    void sessionsSpawnOthersOnlySoDeep() {
        var session = open(alice, "alice");
        for (int depth = 2; depth <= 4; depth++) {
            session = spawn(session).expect(201).text("sessionId");
        }
        spawn(session).expect(Problem.SPAWN_DEPTH);
    }

    private Reply spawn(String from) {
        return alice.post(
                "/api/sessions", "{\"agent\":\"alice\",\"fromSession\":\"" + from + "\"}");
    }

    @Test
    void aPersonStopsATurnAndClosesASession(@TempDir Path folder) {
        var session = open(ann, "patient");
        say(session, folder.resolve("never").toString());
        stop(session);
        assertThat(ann.get(at(session, "state?wait=idle")).text("status")).isEqualTo("idle");
        assertThat(
                        ann.get(at(session, "messages"))
                                .elements("items")
                                .getFirst()
                                .path("turn")
                                .asText())
                .isEqualTo("cancelled");
        ann.delete("/api/sessions/" + session).expect(200);
        ann.post(at(session, "messages"), "{\"message\":\"m\"}").expect(Problem.SESSION_CLOSED);
        assertThat(ann.get(at(session, "state")).json().path("closed").asBoolean()).isTrue();
    }

    @Test
    void aSpawnedSessionThatIsLeftAloneIsClosedAndOthersAreNot() {
        var mine = open(ann, "parrot");
        var spawned = open(alice, "parrot");
        parley.closeIdleSessions();
        assertThat(ann.get(at(mine, "state")).json().path("closed").asBoolean()).isFalse();
        assertThat(ann.get(at(spawned, "state")).json().path("closed").asBoolean()).isTrue();
    }

    @Test
    void anAgentThatRunsItselfHasSessionsToo() {
        var session = open(ann, "alice");
        say(session, "are you there");
        assertThat(ann.get(at(session, "state")).text("status")).isEqualTo("streaming");
        var run = ann.get("/api/sessions/" + session).text("runId");
        alice.post(
                        "/api/runs/" + run + "/messages",
                        "{\"to_agent\":\"user\",\"kind\":\"message\",\"summary\":\"yes\"}")
                .expect(201);
        var state = ann.get(at(session, "state")).expect(200);
        assertThat(state.text("status")).isEqualTo("idle");
        assertThat(state.json().at("/lastMessage/content").asText()).isEqualTo("yes");
    }

    private void say(String session, String words) {
        ann.post(at(session, "messages"), "{\"message\":\"" + words + "\"}").expect(201);
    }

    private static String at(String session, String what) {
        return "/api/sessions/" + session + "/" + what;
    }

    private static String open(Caller caller, String agent) {
        return caller.post("/api/sessions", "{\"agent\":\"" + agent + "\"}")
                .expect(201)
                .text("sessionId");
    }
}

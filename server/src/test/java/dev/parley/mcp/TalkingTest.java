package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.Caller;
import dev.parley.TestClock;
import dev.parley.TestParley;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two agents that know nothing but MCP. */
final class TalkingTest {
    private static final AtomicInteger PAIRS = new AtomicInteger();

    private static TestParley parley;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
    }

    @AfterAll
    static void stop() {
        parley.close();
    }

    static List<Function<Caller, Tools>> eras() {
        return Tools.eras();
    }

    /** Agents that nobody has written to yet. */
    private record Pair(Tools alice, Tools bob, String bobsName) {
        static Pair of(Function<Caller, Tools> era) {
            int n = PAIRS.incrementAndGet();
            return new Pair(
                    era.apply(parley.agent("alice" + n)),
                    era.apply(parley.agent("bob" + n)),
                    "bob" + n);
        }

        JsonNode tell(String words, String more) {
            return alice.facts(
                    "send_message",
                    "{\"agent_name\":\"%s\",\"message\":\"%s\"%s}"
                            .formatted(bobsName, words, more));
        }

        JsonNode ask(String words, int wait) {
            return alice.facts("ask_agent", question(words, wait));
        }

        String question(String words, int wait) {
            return "{\"agent_name\":\"%s\",\"question\":\"%s\",\"wait_seconds\":%d}"
                    .formatted(bobsName, words, wait);
        }

        List<String> inbox(String arguments) {
            return texts(bob.facts("check_inbox", arguments));
        }

        JsonNode reply(JsonNode message, String words) {
            return bob.facts(
                    "reply",
                    "{\"run_id\":\"%s\",\"message_id\":\"%s\",\"message\":\"%s\"}"
                            .formatted(
                                    message.path("run_id").asText(),
                                    message.path("message_id").asText(),
                                    words));
        }
    }

    private static List<String> texts(JsonNode page) {
        return page.path("messages").valueStream().map(m -> m.path("text").asText()).toList();
    }

    private static String ids(JsonNode pending, int wait) {
        return "{\"message_id\":\"%s\",\"run_id\":\"%s\",\"wait_seconds\":%d}"
                .formatted(
                        pending.path("message_id").asText(), pending.path("run_id").asText(), wait);
    }

    @ParameterizedTest
    @MethodSource("eras")
    void aMessageIsInTheInboxOfWhomItIsForAndItsSenderKnowsWhenItWillBeSeen(
            Function<Caller, Tools> era) {
        var pair = Pair.of(era);
        var sent = pair.tell("The API is deployed", "");
        assertThat(sent.path("recipient").asText()).startsWith(pair.bobsName);
        assertThat(sent.path("message_id").asText()).isNotEmpty();
        var page = pair.bob.facts("check_inbox", "{}");
        var message = page.path("messages").path(0);
        assertThat(message.path("text").asText()).isEqualTo("The API is deployed");
        assertThat(message.path("run_id")).isEqualTo(sent.path("run_id"));
        assertThat(message.has("summary") || message.has("trace")).isFalse();
        assertThat(page.path("more").asBoolean()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("eras")
    void whatWasShownComesAgainUntilItIsSaidToBeDone(Function<Caller, Tools> era) {
        var pair = Pair.of(era);
        pair.tell("one", "");
        pair.tell("two", "");
        var page = pair.bob.facts("check_inbox", "{}");
        assertThat(texts(page)).containsExactly("one", "two");
        assertThat(pair.inbox("{}")).containsExactly("one", "two");
        pair.tell("three", "");
        var done = "{\"done_up_to\":" + page.path("position").asLong() + "}";
        assertThat(pair.inbox(done)).containsExactly("three");
    }

    @ParameterizedTest
    @MethodSource("eras")
    void whatMustBeAckedIsAckedByBeingDoneWith(Function<Caller, Tools> era) {
        var pair = Pair.of(era);
        var sent = pair.tell("read this", ",\"requires_ack\":true");
        var receipts =
                "/api/runs/%s/messages/%s/receipts"
                        .formatted(sent.path("run_id").asText(), sent.path("message_id").asText());
        var page = pair.bob.facts("check_inbox", "{}");
        assertThat(parley.owner().get(receipts).json().path("acked").asBoolean()).isFalse();
        pair.inbox("{\"done_up_to\":" + page.path("position").asLong() + "}");
        assertThat(parley.owner().get(receipts).json().path("acked").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("eras")
    void aReplyIsTheAnswerThatAnAskerWaitsFor(Function<Caller, Tools> era) {
        var pair = Pair.of(era);
        var answer = pair.alice.later("ask_agent", pair.question("Which port?", 50));
        var asked = pair.bob.facts("check_inbox", "{\"wait_seconds\":50}").path("messages").path(0);
        assertThat(asked.path("text").asText()).isEqualTo("Which port?");
        assertThat(asked.path("expects_reply").asBoolean()).isTrue();
        var replied = pair.reply(asked, "8080");
        assertThat(replied.path("kind").asText()).isEqualTo("ANSWER");
        assertThat(answer.join().path("status").asText()).isEqualTo("answered");
        assertThat(answer.join().path("answer").path("text").asText()).isEqualTo("8080");
    }

    @ParameterizedTest
    @MethodSource("eras")
    void whoAsksBackInsteadOfReplyingIsToldToReplyAndCan(Function<Caller, Tools> era) {
        var pair = Pair.of(era);
        var pending = pair.ask("Delete it?", 0);
        var asked = pair.bob.facts("check_inbox", "{}").path("messages").path(0);
        var refused =
                pair.bob.result(
                        "ask_agent",
                        "{\"agent_name\":\"%s\",\"question\":\"Which one?\",\"wait_seconds\":0}"
                                .formatted(pair.bobsName.replace("bob", "alice")));
        assertThat(refused.at("/content/0/text").asText())
                .contains("reply to " + asked.path("message_id").asText());
        pair.reply(asked, "Which one?");
        var answer = pair.alice.facts("ask_agent", ids(pending, 50)).path("answer");
        assertThat(answer.path("text").asText()).isEqualTo("Which one?");
        pair.tell("The old one", "");
    }

    @ParameterizedTest
    @MethodSource("eras")
    void anAnswerThatTakesLongIsPendingAndCollectedLater(Function<Caller, Tools> era) {
        var pair = Pair.of(era);
        var pending = pair.ask("Is it done?", 0);
        assertThat(pending.path("status").asText()).isEqualTo("pending");
        assertThat(pending.path("recipient").asText()).contains("will see this");
        assertThat(pair.alice.facts("ask_agent", ids(pending, 0)).path("status").asText())
                .isEqualTo("pending");
        var asked = pair.bob.facts("check_inbox", "{}").path("messages").path(0);
        pair.reply(asked, "yes");
        var collected = pair.alice.facts("ask_agent", ids(pending, 50));
        assertThat(collected.path("status").asText()).isEqualTo("answered");
        assertThat(collected.path("answer").path("text").asText()).isEqualTo("yes");
        assertThat(texts(pair.alice.facts("check_inbox", "{}"))).containsExactly("yes");
    }

    @ParameterizedTest
    @MethodSource("eras")
    void aSendThatIsRepeatedWithItsKeyIsSentOnce(Function<Caller, Tools> era) {
        var pair = Pair.of(era);
        var key = ",\"idempotency_key\":\"k1\"";
        var first = pair.tell("once", key);
        var second = pair.tell("once", key);
        assertThat(second.path("duplicate").asBoolean()).isTrue();
        assertThat(second.path("message_id")).isEqualTo(first.path("message_id"));
        assertThat(pair.inbox("{}")).containsExactly("once");
        assertThat(
                        pair.alice.problem(
                                "send_message",
                                "{\"agent_name\":\"%s\",\"message\":\"other\"%s}"
                                        .formatted(pair.bobsName, key)))
                .isEqualTo("message-id-conflict");
    }

    @Test
    void aRequestOfASessionThatComesAgainIsSentOnceAndAnotherIsNot() {
        var pair = Pair.of(caller -> new Tools(Mcp.legacy(caller)));
        var say = "{\"agent_name\":\"%s\",\"message\":\"hi\"}".formatted(pair.bobsName);
        int id = Tools.nextId();
        pair.alice.result(id, Tools.params("send_message", say));
        pair.alice.result(id, Tools.params("send_message", say));
        assertThat(pair.inbox("{}")).containsExactly("hi");
        pair.alice.result(Tools.nextId(), Tools.params("send_message", say));
        assertThat(pair.inbox("{}")).containsExactly("hi", "hi");
    }

    @Test
    void whatIsSentLaterHasTheLaterIdWhoeverSendsItInASession() {
        var clock = new TestClock();
        try (var hub = TestParley.with("mcp.tools", "all").at(clock).start()) {
            var senders =
                    List.of(
                            new Tools(Mcp.legacy(hub.agent("alice"))),
                            new Tools(Mcp.legacy(hub.agent("bob"))));
            var ids = new ArrayList<String>();
            for (int i = 0; i < 20; i++) {
                var say = "{\"agent_name\":\"carol\",\"message\":\"hi\"}";
                ids.add(senders.get(i % 2).facts("send_message", say).path("message_id").asText());
                clock.advance(Duration.ofMillis(1));
            }
            assertThat(ids).isSorted();
        }
    }

    @Test
    void withoutASessionTheIdOfARequestMeansNothing() {
        var pair = Pair.of(caller -> new Tools(Mcp.modern(caller)));
        var say = "{\"agent_name\":\"%s\",\"message\":\"hi\"}".formatted(pair.bobsName);
        int id = Tools.nextId();
        pair.alice.result(id, Tools.params("send_message", say));
        pair.alice.result(id, Tools.params("send_message", say));
        assertThat(pair.inbox("{}")).containsExactly("hi", "hi");
    }

    @ParameterizedTest
    @MethodSource("eras")
    void whatDoesNotFitIsListedAndReadWholeWhenItIsWanted(Function<Caller, Tools> era) {
        var pair = Pair.of(era);
        var words = "long ".repeat(2_000).strip();
        pair.tell(words, "");
        var page = pair.bob.facts("check_inbox", "{\"max_tokens\":512}");
        assertThat(page.path("messages")).isEmpty();
        var unread = page.path("unread").path(0);
        var whole =
                "{\"run_id\":\"%s\",\"message_id\":\"%s\"}"
                        .formatted(
                                unread.path("run_id").asText(), unread.path("message_id").asText());
        assertThat(pair.inbox(whole)).containsExactly(words);
    }

    @Test
    void aMessageToPeopleIsInTheirInbox() {
        var pair = Pair.of(Tools.eras().getFirst());
        var sent =
                pair.alice.facts(
                        "send_message", "{\"agent_name\":\"user\",\"message\":\"All done\"}");
        assertThat(sent.path("recipient_state").asText()).isEqualTo("people");
        assertThat(parley.owner().get("/api/agents/user/inbox").text()).contains("All done");
    }

    @Test
    void aQuestionThatNobodyAnswersIsGivenUpAndItsAskerKnows() {
        var clock = new TestClock();
        try (var hub = TestParley.with("mcp.tools", "all").at(clock).start()) {
            var alice = new Tools(Mcp.modern(hub.agent("alice")));
            var bob = new Tools(Mcp.modern(hub.agent("bob")));
            bob.facts("check_inbox", "{}");
            var pending =
                    alice.facts(
                            "ask_agent",
                            "{\"agent_name\":\"bob\",\"question\":\"Well?\",\"wait_seconds\":0}");
            bob.facts("check_inbox", "{}");
            clock.advance(Duration.ofMinutes(11));
            hub.lookAfterReplies();
            assertThat(alice.facts("ask_agent", ids(pending, 50)).path("status").asText())
                    .isEqualTo("timed_out");
            var told = alice.facts("check_inbox", "{}").path("messages").path(0);
            assertThat(told.path("automatic").asBoolean()).isTrue();
            assertThat(
                            alice.problem(
                                    "reply",
                                    "{\"run_id\":\"%s\",\"message_id\":\"%s\",\"message\":\"x\"}"
                                            .formatted(
                                                    told.path("run_id").asText(),
                                                    told.path("message_id").asText())))
                    .isEqualTo("bad-value");
        }
    }

    @Test
    void whoWorksInASessionIsToldItsIdAndSaysIt() {
        var agent = parley.agent("seated");
        var mine =
                agent.post("/api/sessions", "{\"agent\":\"seated\"}").expect(201).text("sessionId");
        var seated = new Tools(Mcp.modern(agent.in(mine)));
        seated.facts("send_message", "{\"agent_name\":\"bob\",\"message\":\"hi\"}");
        assertThat(seated.list().toString()).contains("Your session is \\\"" + mine + "\\\"");
        assertThat(parley.owner().get("/api/agents/bob/inbox").text())
                .contains("\"from_session\":\"" + mine + "\"");
    }
}

package dev.parley.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.Caller;
import dev.parley.TestParley;
import dev.parley.protocol.Problem;
import dev.parley.protocol.codec.Json;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every field has a type and a rule, and is named when it keeps neither. */
class BadFieldsTest {
    private static TestParley parley;
    private static Caller alice;
    private static String messages;

    @BeforeAll
    static void start() {
        parley = TestParley.start();
        alice = parley.agent("alice");
        messages = "/api/runs/" + alice.run("{}") + "/messages";
    }

    @AfterAll
    static void stop() {
        assertThat(alice.get(messages).elements("items")).as("nothing was stored").isEmpty();
        parley.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "message_id: 1 true {} []",
                "from_agent: 1 true {} []",
                "from: 1 {}",
                "kind: 1 true {} []",
                "summary: 1 true {} []",
                "payload: 1 true \"text\" []",
                "parts: 1 true \"text\" {} [1] [\"text\"] [{}] [{\"type\":\"text\",\"content\":1}]",
                "visibility: 1 true {} \"public\"",
                "priority: true {} [] 1.5 101 -101 1e2 \"huge\" 99999999999999999999",
                "requires_ack: 1 \"true\" {} []",
                "expects_reply: 1 \"true\" {} []",
                "thread_id: 1 true {} []",
                "correlation_id: 1 true {} []",
                "parent_id: 1 true {} []",
                "in_response_to: 1 {}",
                "deadline_at: \"soon\" true {} -1 1e400 99999999999999",
                "source: 1 {} \"robot\"",
                "from_session: 1 true {} []",
                "payload_ref: 1 true \"blob\" [] {} {\"blob_id\":1} {\"blob_id\":\"b\",\"size\":-1}"
            })
    void aFieldOfTheWrongTypeOrOutsideItsRuleIsNamed(String row) {
        var field = row.substring(0, row.indexOf(':'));
        for (var value : row.substring(row.indexOf(':') + 2).split(" ", -1)) {
            var reply =
                    alice.post(messages, "{\"to\":\"bob\",\"" + field + "\":" + value + "}")
                            .expect(Problem.BAD_VALUE);
            assertThat(reply.text("detail")).containsAnyOf(field, aliasOf(field), "part");
        }
    }

    private static String aliasOf(String field) {
        return field.equals("from") ? "from_agent" : "parent_id";
    }

    @Test
    void theAddressIsNeededAndMustBeOne() {
        alice.post(messages, "{}").expect(Problem.BAD_VALUE);
        for (var to : List.of("1", "true", "{}", "[]", "null", "\"\"", "\" bob\"", "\"bob/\"")) {
            alice.post(messages, "{\"to_agent\":" + to + "}").expect(Problem.BAD_VALUE);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"to\":\"bob\",\"to_agent\":\"carol\"}",
                "{\"to_agent\":\"bob\",\"toAgent\":\"carol\"}",
                "{\"to\":\"bob\",\"message_id\":\"a\",\"messageId\":\"b\"}",
                "{\"to\":\"bob\",\"parent_id\":\"a\",\"in_response_to\":\"b\"}",
                "{\"to\":\"bob\",\"requires_ack\":true,\"requiresAck\":false}",
                "{\"event_type\":\"message.to.bob\",\"data\":{\"to_agent\":\"carol\",\"message\":{\"parts\":[]}}}"
            })
    void twoSpellingsThatDisagreeAreRefused(String body) {
        alice.post(messages, body).expect(Problem.CONFLICTING_FIELDS);
    }

    @Test
    void idsAreShortAndPlain() {
        for (var id :
                List.of(
                        "",
                        " ",
                        "a b",
                        "a/b",
                        "../x",
                        "x".repeat(129),
                        "\u00e4",
                        "\u0000",
                        "a\nb")) {
            var json = Json.object().put("to", "bob").put("message_id", id).toString();
            alice.post(messages, json).expect(Problem.BAD_VALUE);
        }
    }

    @Test
    void namesAreWhatPeopleCanRead() {
        for (var name :
                List.of(
                        "",
                        " bob",
                        "bob ",
                        "a/b/c",
                        "x".repeat(101),
                        "\u0000",
                        "a\nb",
                        "\u202ebob",
                        "<b>",
                        "a\"b")) {
            var json = Json.object().put("to", name).toString();
            alice.post(messages, json).expect(Problem.BAD_VALUE);
            var run = Json.object();
            run.putObject("participants").put("worker", name);
            alice.post("/api/runs", run.toString()).expect(Problem.BAD_VALUE);
            var token = Json.object().put("agent", name).toString();
            parley.owner().post("/api/tokens", token).expect(Problem.BAD_VALUE);
        }
    }

    @Test
    void aRunIsAskedForInTheRightWords() {
        for (var body :
                List.of(
                        "{\"protocol\":\"chaos\"}",
                        "{\"protocol\":1}",
                        "{\"participants\":[]}",
                        "{\"participants\":\"bob\"}",
                        "{\"participants\":{\"worker\":1}}",
                        "{\"participants\":{\"worker\":null}}",
                        "{\"participants\":{\"\":\"bob\"}}",
                        "{\"participants\":{\"a/b\":\"bob\"}}",
                        "{\"participants\":{\"worker\":\"user\"}}",
                        "{\"participants\":{\"user\":\"bob\"}}",
                        "{\"session_id\":1}",
                        "{\"session_id\":\"a b\"}")) {
            alice.post("/api/runs", body).expect(Problem.BAD_VALUE);
        }
    }

    @Test
    void aTextThatIsTooLongForItsPlaceIsRefused() {
        var summary = Json.object().put("to", "bob").put("summary", "x".repeat(4_097)).toString();
        assertThat(alice.post(messages, summary).expect(Problem.BAD_VALUE).text("detail"))
                .contains("payload");
        var many = Json.object().put("to", "bob");
        var parts = many.putArray("parts");
        for (int i = 0; i < 101; i++) {
            parts.addObject().put("type", "text").put("content", "x");
        }
        alice.post(messages, many.toString()).expect(Problem.BAD_VALUE);
    }
}

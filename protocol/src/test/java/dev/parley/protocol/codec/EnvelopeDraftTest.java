package dev.parley.protocol.codec;

import static dev.parley.protocol.codec.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.Address;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Priority;
import dev.parley.protocol.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvelopeDraftTest {
    private static final String REF =
            "{\"blob_id\":\"b\",\"size\":9,\"sha256\":\"" + "ab".repeat(32) + "\"}";

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    from_agent     | fromAgent     | "Agent B/api"
                    to_agent       | toAgent       | "specialist:pcb"
                    kind           | kind          | "house.custom"
                    summary        | summary       | "half a pair: \\ud800"
                    payload        | payload       | {"camelCase":1.50,"n":null,"deep":[{}]}
                    parts          | parts         | [{"type":"text","content":"hi"},{"type":"x","y":1}]
                    visibility     | visibility    | "user_redacted"
                    priority       | priority      | "urgent"
                    priority       | priority      | -7
                    requires_ack   | requiresAck   | false
                    expects_reply  | expectsReply  | true
                    thread_id      | threadId      | "t-1"
                    correlation_id | correlationId | "c-1"
                    parent_id      | parentId      | "m-0"
                    deadline_at    | deadlineAt    | 1760000600.500
                    source         | source        | "applet"
                    from_session   | fromSession   | "s-1"
                    payload_ref    | payloadRef    | REF
                    """)
    void everyFieldIsReadInBothSpellingsAndMayBeNullOrAbsent(
            String name, String camelName, String json) {
        var value = Json.parse(json.replace("REF", REF));
        var least = Envelope.fields(Envelope.draft(least()));
        var expected = least.deepCopy().set(name, value);

        assertThat(normal(least().set(name, value))).isEqualTo(expected);
        var camel = least();
        camel.set(camelName, value);
        assertThat(normal(name.equals("to_agent") ? camel.without(name) : camel))
                .isEqualTo(expected);
        if (!name.equals("to_agent")) {
            assertThat(normal(least().putNull(name))).isEqualTo(least);
        }
        assertThat(normal(((ObjectNode) least().set(name, value)).put("unknown", 1)))
                .isEqualTo(expected);
        assertThat(CanonicalJson.digest(normal(camel.deepCopy().set(name, value))))
                .isEqualTo(CanonicalJson.digest(expected));
    }

    @Test
    void whatIsLeftOutTakesItsDefault() {
        var draft = Envelope.draft(least());
        assertThat(draft.kind()).isEqualTo("message");
        assertThat(draft.summary()).isEmpty();
        assertThat(draft.payload()).isEmpty();
        assertThat(draft.parts()).isEmpty();
        assertThat(draft.priority()).isEqualTo(Priority.NORMAL);
        assertThat(draft.messageId()).isNull();
        assertThat(draft.requiresAck()).isNull();
    }

    @Test
    void theMessageIdIsReadButIsNoPartOfTheDigest() {
        var sent = least().put("message_id", "m-1");
        assertThat(Envelope.draft(sent).messageId()).isEqualTo(new MessageId("m-1"));
        assertThat(normal(sent)).isEqualTo(normal(least()));
    }

    @Test
    void senderRecipientAndParentHaveASecondName() {
        var sent = "{\"from\":\"a\",\"to\":\"b\",\"in_response_to\":\"m-0\"}";
        var draft = Envelope.draft(Json.parseObject(sent));
        assertThat(draft.fromAgent()).isEqualTo(new Address("a"));
        assertThat(draft.toAgent()).isEqualTo(new Address("b"));
        assertThat(draft.parentId()).isEqualTo(new MessageId("m-0"));
        assertRefused(
                () -> Envelope.draft(least().put("to", "someone else")),
                Problem.CONFLICTING_FIELDS,
                "to_agent and to disagree");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    to_agent       | null            | to_agent is required
                    to_agent       | 5               | to_agent must be a string, was a number
                    to_agent       | ""              | to_agent: address must be
                    message_id     | "a/b"           | message_id must be 1 to 128
                    kind           | "with space"    | kind must be
                    summary        | {}              | summary must be a string
                    payload        | [1]             | payload must be an object, was an array
                    payload        | "text"          | payload must be an object, was a string
                    parts          | {}              | parts must be an array
                    parts          | [1]             | a part must be an object, was a number
                    parts          | [{"x":1}]       | a part needs a type
                    visibility     | "public"        | visibility must be one of internal
                    priority       | "asap"          | priority must be low, normal, high, urgent
                    priority       | 101             | priority must be between
                    priority       | 1.5             | priority must be low, normal, high, urgent
                    priority       | 99999999999     | priority must be low, normal, high, urgent
                    requires_ack   | "true"          | requires_ack must be true or false, was a string
                    expects_reply  | 1               | expects_reply must be true or false
                    thread_id      | "a b"           | thread_id must be
                    correlation_id | "a b"           | correlation_id must be
                    parent_id      | []              | parent_id must be a string
                    deadline_at    | "tomorrow"      | deadline_at must be a number of epoch seconds
                    source         | "robot"         | source must be one of user, applet, agent
                    from_session   | "/"             | from_session must be
                    payload_ref    | {"size":1}      | payload_ref.blob_id is required
                    payload_ref    | {"blob_id":"b","size":"1"} | payload_ref.size must be an integer
                    payload_ref    | {"blob_id":"b","size":-1,"sha256":""} | must not be negative
                    payload_ref    | {"blob_id":"b","size":1,"sha256":"ab"} | payload_ref.sha256 must be 64
                    """)
    void aWrongValueIsRefusedByItsField(String name, String json, String words) {
        assertRefused(
                () -> Envelope.draft((ObjectNode) least().set(name, Json.parse(json))),
                Problem.BAD_VALUE,
                words);
    }

    private static ObjectNode least() {
        return Json.object().put("to_agent", "bob");
    }

    private static ObjectNode normal(JsonNode sent) {
        return Envelope.fields(Envelope.draft((ObjectNode) sent));
    }
}

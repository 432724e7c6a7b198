package dev.parley.protocol.codec;

import static dev.parley.protocol.codec.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.Address;
import dev.parley.protocol.Kinds;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class ProtocolObjectsTest {
    static final String[] SIX = {
        """
        {"type":"DELEGATE","from":"parent_agent_id","to":"child_agent_id",\
        "task":"Research flights from LAX to Italy","context":{"budget":900.00,"a":[1]},\
        "message_id":"123e4567-e89b-12d3-a456-426614174000","requires_response":true}""",
        """
        {"type":"REPORT","from":"child_agent_id","to":"parent_agent_id",\
        "result":"Found 3 flight options...","status":"completed",\
        "message_id":"uuid","in_response_to":"parent_message_id"}""",
        """
        {"type":"REQUEST_USER_INPUT","from":"agent_id","question":"What is your departure city?",\
        "context":"I need this to search for flights","message_id":"uuid",\
        "awaiting_response":true}""",
        """
        {"type":"USER_RESPONSE","to":"agent_id","answer":"LAX","message_id":"uuid",\
        "in_response_to":"request_message_id"}""",
        """
        {"type":"QUERY","from":"child_agent_id","to":"parent_agent_id",\
        "question":"Should I prioritize price or convenience?","message_id":"uuid",\
        "requires_response":true}""",
        """
        {"type":"ANSWER","from":"parent_agent_id","to":"child_agent_id",\
        "answer":"Prioritize price","message_id":"uuid","in_response_to":"query_message_id"}"""
    };

    @ParameterizedTest
    @FieldSource("SIX")
    void eachOfTheSixIsWrittenAsItWasSent(String json) {
        var sent = Json.parseObject(json);
        var type = ProtocolType.valueOf(sent.get("type").textValue());
        var act = Kinds.standard().find(type.name()).orElseThrow().act();
        var message = Examples.delivered(Format.PROTOCOL, sent, Wire.name(act));
        assertThat(Json.write(ProtocolObjects.write(message))).isEqualTo(json);
        assertThat(message.kind()).isEqualTo(type.name());
        assertThat(message.requiresAck()).isTrue();
    }

    @ParameterizedTest
    @FieldSource("SIX")
    void eachIsReadInCamelCaseWithUnknownFieldsAndWithoutAnId(String json) {
        var camel =
                json.replace("in_response_to", "inResponseTo")
                        .replace("requires_response", "requiresResponse")
                        .replace("awaiting_response", "awaitingResponse")
                        .replace("message_id", "messageId")
                        .replace("parent_messageId", "parent_message_id")
                        .replace("request_messageId", "request_message_id")
                        .replace("query_messageId", "query_message_id");
        var expected = ProtocolObjects.draft(Json.parseObject(json));
        assertThat(ProtocolObjects.draft(Json.parseObject(camel).put("colour", "red")))
                .isEqualTo(expected);

        var anonymous = Json.parseObject(json).putNull("message_id");
        assertThat(ProtocolObjects.draft(anonymous).messageId()).isNull();
        assertThat(Envelope.fields(ProtocolObjects.draft(anonymous)))
                .isEqualTo(Envelope.fields(expected));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    0 | to             | null      | to is required
                    0 | task           | null      | task is required
                    0 | task           | " "       | task must not be blank
                    0 | task           | {}        | task must be a string, was an object
                    0 | requires_response | "yes"  | requires_response must be true or false
                    1 | result         | null      | result is required
                    1 | status         | null      | status is required
                    1 | status         | "done"    | status must be one of completed, partial, needs_help
                    1 | in_response_to | null      | in_response_to is required
                    2 | question       | null      | question is required
                    2 | to             | "manager" | REQUEST_USER_INPUT goes to user
                    3 | from           | "worker"  | USER_RESPONSE comes from user
                    3 | answer         | " \\n"    | answer must not be blank
                    3 | answer         | null      | answer is required
                    3 | in_response_to | null      | in_response_to is required
                    4 | question       | 1         | question must be a string
                    5 | answer         | null      | answer is required
                    5 | in_response_to | null      | in_response_to is required
                    5 | type           | "answer"  | type must be one of [DELEGATE
                    5 | type           | null      | was absent
                    """)
    void whatTheProtocolRequiresIsEnforced(int which, String name, String json, String words) {
        var sent = Json.parseObject(SIX[which]);
        sent.set(name, Json.parse(json));
        assertRefused(() -> ProtocolObjects.draft(sent), Problem.BAD_VALUE, words);
    }

    @Test
    void theUserAsksAndAnswersAsUser() {
        assertThat(ProtocolObjects.draft(Json.parseObject(SIX[2])).toAgent())
                .isEqualTo(Address.USER);
        assertThat(ProtocolObjects.draft(Json.parseObject(SIX[3])).fromAgent())
                .isEqualTo(Address.USER);
    }

    @Test
    void waitingForAReplyIsWhatTheFlagSays() {
        var sent = Json.parseObject(SIX[0]);
        assertThat(ProtocolObjects.draft(sent).expectsReply()).isTrue();
        assertThat(ProtocolObjects.draft(sent.put("requires_response", false)).expectsReply())
                .isFalse();
        assertThat(ProtocolObjects.draft(sent.putNull("requires_response")).expectsReply())
                .isNull();
    }

    @Test
    void aFollowUpMayNameWhatItFollows() {
        var sent = Json.parseObject(SIX[0]).put("in_response_to", "report_1");
        assertThat(ProtocolObjects.draft(sent).parentId()).isEqualTo(new MessageId("report_1"));
    }

    @Test
    void theSummaryIsOneShortLineAndThePayloadHoldsTheWhole() {
        var task = "Line one\n\n\tline two " + "😀".repeat(300);
        var draft = ProtocolObjects.draft(Json.parseObject(SIX[0]).put("task", task));
        assertThat(draft.summary()).startsWith("Line one line two 😀").endsWith("😀…");
        assertThat(draft.summary().length()).isBetween(279, 280);
        assertThat(draft.payload().get("task").textValue()).isEqualTo(task);
    }
}

package dev.parley.protocol.codec;

import static dev.parley.protocol.codec.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventsTest {
    private static final String DIRECT =
            """
            {"event_type":"message.to.Receiver Agent","data":{"from_agent":"Sender Agent",\
            "to_agent":"Receiver Agent","message":{"parts":[{"type":"text",\
            "content":"Message content"}]},"timestamp":"2025-10-02T12:00:00Z"}}""";

    @Test
    void aDirectMessageIsWrittenAsItWasSent() {
        var message = Examples.delivered(Format.EVENT, Json.parseObject(DIRECT), "say");
        var envelope = Envelope.write(message);
        envelope.set("created_at", Json.parse("1759406400"));
        assertThat(Json.write(Events.write(Envelope.read(envelope)))).isEqualTo(DIRECT);
        assertThat(message.kind()).isEqualTo("message");
        assertThat(message.summary()).isEqualTo("Message content");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1.2 bot", "Agent B", "specialist:pcb", "user", "a.b/api", "to."})
    void namesMayHoldDotsAndSpaces(String name) {
        var sent = Json.parseObject(DIRECT).put("event_type", "message.to." + name);
        data(sent).put("to_agent", name);
        assertThat(Events.draft(sent).toAgent().value()).isEqualTo(name);
        assertThat(Events.draft(sent.deepCopy().put("x", 1)).toAgent().value()).isEqualTo(name);
        data(sent).remove("to_agent");
        assertThat(Events.draft(sent).toAgent().value()).isEqualTo(name);
    }

    @Test
    void aFrameIsReadInCamelCaseWithNullsAndUnknownFields() {
        var expected = Events.draft(Json.parseObject(DIRECT));
        var camel =
                DIRECT.replace("event_type", "eventType")
                        .replace("from_agent", "fromAgent")
                        .replace("to_agent", "toAgent");
        assertThat(Events.draft(Json.parseObject(camel))).isEqualTo(expected);

        var sent = Json.parseObject(DIRECT).put("colour", "red");
        data(sent).putNull("timestamp").put("colour", "red").put("message_id", "m-1");
        assertThat(Envelope.fields(Events.draft(sent))).isEqualTo(Envelope.fields(expected));
        assertThat(Events.draft(sent).messageId()).isEqualTo(new MessageId("m-1"));
        data(sent).remove("from_agent");
        assertThat(Events.draft(sent).fromAgent()).isNull();
    }

    @Test
    void theEventTypeMustAgreeWithTheRecipient() {
        var sent = Json.parseObject(DIRECT).put("event_type", "message.to.Someone");
        assertRefused(() -> Events.draft(sent), Problem.CONFLICTING_FIELDS, "message.to.Someone");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"event_type":5}                                  | event_type must be a string
                    {"event_type":"agent.a.b","data":{}}              | must begin with message.to.
                    {"event_type":"message.to.b"}                     | data is required
                    {"event_type":"message.to.b","data":{}}           | data.message is required
                    {"event_type":"message.to.b","data":{"message":{}}} | data.message.parts is required
                    {"event_type":"message.to.","data":{"message":{"parts":[]}}} | address must be
                    {"event_type":"message.to.b","data":{"timestamp":"noon"}} | data.timestamp must be a time
                    """)
    void aMalformedFrameIsRefusedByItsField(String json, String words) {
        assertRefused(() -> Events.draft(Json.parseObject(json)), Problem.BAD_VALUE, words);
    }

    @Test
    void aMessageWithoutPartsShowsItsSummaryAndPayload() {
        var frame = Events.write(Examples.messageWith("{\"parts\":[]}"));
        assertThat(Json.write(frame.at("/data/message/parts")))
                .isEqualTo(
                        """
                        [{"type":"text","content":"Route the board"},\
                        {"type":"data","content":{"objective":"route","price":1.50}}]""");
        var bare = Events.write(Examples.messageWith("{\"parts\":[],\"payload\":{}}"));
        assertThat(bare.at("/data/message/parts")).hasSize(1);
        assertThat(bare.at("/data/timestamp").textValue()).isEqualTo("2025-10-09T08:53:20.123Z");
    }

    private static ObjectNode data(ObjectNode frame) {
        return (ObjectNode) frame.get("data");
    }
}

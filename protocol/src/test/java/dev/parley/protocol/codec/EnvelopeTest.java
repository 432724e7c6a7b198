package dev.parley.protocol.codec;

import static dev.parley.protocol.codec.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeTest {
    private static final List<String> ALWAYS_THERE =
            List.of(
                    "message_id",
                    "run_id",
                    "session_id",
                    "thread_id",
                    "from_agent",
                    "to_agent",
                    "kind",
                    "summary",
                    "payload",
                    "visibility",
                    "priority",
                    "requires_ack",
                    "correlation_id",
                    "parent_id",
                    "created_at");

    @Test
    void aMessageIsWrittenWithEveryFieldInOrder() {
        assertThat(Json.write(Envelope.write(Examples.message())))
                .isEqualTo(Json.write(Examples.envelope()));
    }

    @Test
    void aMessageIsReadInCamelCaseToo() {
        var camel =
                Pattern.compile("_([a-z])(?=[a-z_]*\":)")
                        .matcher(Json.write(Examples.envelope()))
                        .replaceAll(match -> match.group(1).toUpperCase(Locale.ROOT));
        assertThat(camel).contains("messageId", "hopCount", "blobId").doesNotContain("run_id");
        assertThat(Envelope.read(Json.parseObject(camel))).isEqualTo(Examples.message());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'to':'bob','text':'hi'}                                     | hi",
                "{'to':'bob','message':'hi'}                                  | hi",
                "{'to':'bob','summary':null,'text':'hi','message':'hello'}    | hi",
                "{'to':'bob','summary':'short','text':'long'}                 | short",
                "{'to':'bob','summary':'','text':'long'}                      | ''",
                "{'to':'bob','text':{'a':1},'message':['hi']}                 | ''",
            },
            quoteCharacter = '`')
    void whatIsSaidUnderAnotherNameIsTheSummaryOfADraftThatHasNone(String draft, String summary) {
        assertThat(Envelope.draft(Json.parseObject(draft.replace('\'', '"'))).summary())
                .isEqualTo(summary.replace("'", ""));
    }

    @Test
    void unknownFieldsAreIgnored() {
        var newer = Examples.envelope().put("colour", "green").putNull("shape");
        assertThat(Envelope.read(newer)).isEqualTo(Examples.message());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "correlation_id",
                "parent_id",
                "deadline_at",
                "from_session",
                "payload_ref",
                "parts"
            })
    void anOptionalFieldMayBeNullOrAbsent(String name) {
        var without = Envelope.read(Examples.envelope().without(name));
        assertThat(Envelope.read(Examples.envelope().putNull(name))).isEqualTo(without);
        assertThat(without).isNotEqualTo(Examples.message());

        var written = Envelope.write(without);
        assertThat(Envelope.read(written)).isEqualTo(without);
        assertThat(written.has(name)).isEqualTo(ALWAYS_THERE.contains(name));
        assertThat(written.hasNonNull(name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "message_id",
                "run_id",
                "session_id",
                "thread_id",
                "seq",
                "from_agent",
                "sender",
                "to_agent",
                "kind",
                "act",
                "summary",
                "payload",
                "visibility",
                "requires_ack",
                "expects_reply",
                "created_at",
                "source",
                "trace"
            })
    void aStoredMessageLacksNothingElse(String name) {
        assertRefused(
                () -> Envelope.read(Examples.envelope().without(name)),
                Problem.BAD_VALUE,
                name + " is required");
        assertRefused(
                () -> Envelope.read(Examples.envelope().putNull(name)),
                Problem.BAD_VALUE,
                name + " is required");
    }

    @ParameterizedTest
    @CsvSource({"low, \"low\"", "-5, \"low\"", "0, \"normal\"", "10, \"urgent\"", "7, 7", "-1, -1"})
    void aPriorityIsWrittenByNameWhereItHasOne(String sent, String written) {
        var json = sent.matches("[a-z]+") ? "\"" + sent + "\"" : sent;
        var message = Examples.messageWith("{\"priority\":" + json + "}");
        assertThat(Json.write(Envelope.write(message).get("priority"))).isEqualTo(written);
    }

    @Test
    void randomMessagesAreReadAsTheyWereWritten() {
        var messages = new RandomMessages(new Random(20251002));
        for (int i = 0; i < 2_000; i++) {
            var message = messages.next();
            var written = Json.bytes(Envelope.write(message));
            assertThat(Envelope.read(Json.parseTrusted(written))).isEqualTo(message);
            assertThat(Envelope.write(message).properties())
                    .extracting(Map.Entry::getKey)
                    .containsAll(ALWAYS_THERE);
        }
    }
}

package dev.parley.protocol.codec;

import static dev.parley.protocol.codec.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.MessageId;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Visibility;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"parent_id\":\"m1\"}",
                "{\"parentId\":\"m1\"}",
                "{\"in_response_to\":\"m1\"}",
                "{\"inResponseTo\":\"m1\"}",
                "{\"parent_id\":null,\"inResponseTo\":\"m1\"}",
                "{\"parent_id\":\"m1\",\"parentId\":\"m1\",\"in_response_to\":\"m1\",\"x\":{}}"
            })
    void aFieldIsFoundUnderEachOfItsSpellings(String json) {
        assertThat(fields(json).text("parent_id", "in_response_to")).isEqualTo("m1");
    }

    @ParameterizedTest
    @CsvSource({
        "parent_id, parentId",
        "parent_id, in_response_to",
        "parentId, inResponseTo",
    })
    void spellingsThatDisagreeAreRefusedByName(String one, String other) {
        var json = "{\"%s\":\"m1\",\"%s\":\"m2\"}".formatted(one, other);
        assertRefused(
                () -> fields(json).text("parent_id", "in_response_to"),
                Problem.CONFLICTING_FIELDS,
                one,
                other,
                "disagree");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"a_b\":null}", "{\"aB\":null}", "{\"A_B\":1,\"ab\":2}"})
    void nullIsAbsentAndOtherNamesAreIgnored(String json) {
        var in = fields(json);
        assertThat(in.find("a_b")).isNull();
        assertThat(in.text("a_b")).isNull();
        assertThat(in.bool("a_b")).isNull();
        assertThat(in.integer("a_b")).isNull();
        assertThat(in.object("a_b")).isNull();
        assertThat(in.fields("a_b")).isNull();
        assertThat(in.array("a_b")).isNull();
        assertThat(in.epochSeconds("a_b")).isNull();
        assertThat(in.isoTime("a_b")).isNull();
        assertThat(in.oneOf(Visibility.class, "a_b")).isNull();
        assertThat(in.id(MessageId::new, "a_b")).isNull();
        assertThat(in.address("a_b")).isNull();
        assertRefused(() -> in.requiredText("a_b"), Problem.BAD_VALUE, "a_b is required");
    }

    @Test
    void aValueOfTheWrongTypeIsRefusedInASentence() {
        var in = fields("{\"n\":1,\"s\":\"x\",\"f\":1.5,\"b\":true,\"o\":{\"s\":1},\"a\":[]}");
        refused(() -> in.text("n"), "n must be a string, was a number");
        refused(() -> in.bool("s"), "s must be true or false, was a string");
        refused(() -> in.integer("f"), "f must be an integer, was a number");
        refused(() -> in.object("a"), "a must be an object, was an array");
        refused(() -> in.array("o"), "a");
        refused(() -> in.epochSeconds("s"), "s must be a number of epoch seconds, was a string");
        refused(() -> in.isoTime("b"), "b must be a string, was a boolean");
        refused(() -> in.require(in.fields("o"), "o").text("s"), "o.s must be a string");
        refused(() -> in.requiredText("blank"), "blank is required");
        refused(() -> fields("{\"s\":\" \"}").requiredText("s"), "s must not be blank");
    }

    @Test
    void idsAddressesAndWordsAreRefusedByTheirField() {
        var in = fields("{\"parent_id\":\"a b\",\"to_agent\":\"a//b\",\"visibility\":\"loud\"}");
        refused(() -> in.id(MessageId::new, "parent_id"), "parent_id must be 1 to 128");
        refused(() -> in.address("to_agent"), "to_agent: ");
        refused(
                () -> in.oneOf(Visibility.class, "visibility"),
                "visibility must be one of internal, user_visible, user_redacted, was \"loud\"");
    }

    @ParameterizedTest
    @CsvSource({
        "1760000000.123, 2025-10-09T08:53:20.123Z",
        "1760000000.1234, 2025-10-09T08:53:20.123Z",
        "1760000000.1239999, 2025-10-09T08:53:20.124Z",
        "1760000000, 2025-10-09T08:53:20Z",
        "1.76e9, 2025-10-09T08:53:20Z",
        "0, 1970-01-01T00:00:00Z",
        "1e-999999999, 1970-01-01T00:00:00Z",
        "253402300799, 9999-12-31T23:59:59Z"
    })
    void epochSecondsAreReadToTheMillisecond(String json, Instant time) {
        assertThat(fields("{\"at\":" + json + "}").epochSeconds("at")).isEqualTo(time);
        assertThat(Times.epochSeconds(time).asText()).matches("\\d+\\.\\d{3}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "1e12", "1e999999999", "1e99999999999999", "253402300800"})
    void timesBeyondTheCalendarAreRefused(String json) {
        refused(() -> fields("{\"at\":" + json + "}").epochSeconds("at"), "at must be in epoch");
    }

    @ParameterizedTest
    @CsvSource({
        "2025-10-02T12:00:00Z, 2025-10-02T12:00:00Z",
        "2025-10-02T12:00:00.250Z, 2025-10-02T12:00:00.250Z",
        "2025-10-02T14:00:00+02:00, 2025-10-02T12:00:00Z"
    })
    void isoTimesAreWrittenInUtc(String text, String written) {
        var in = fields("{\"at\":\"" + text + "\"}");
        var time = in.require(in.isoTime("at"), "at");
        assertThat(Times.iso(time)).isEqualTo(written);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "now",
                "2025-10-02",
                "2025-10-02T12:00:00",
                "+999999999-01-01T00:00:00Z"
            })
    void otherTimesAreRefused(String text) {
        refused(() -> fields("{\"at\":\"" + text + "\"}").isoTime("at"), "at must be a time like");
    }

    private static Fields fields(String json) {
        return Fields.of(Json.parseObject(json));
    }

    private static void refused(Callable<?> attempt, String words) {
        assertRefused(attempt, Problem.BAD_VALUE, words);
    }
}

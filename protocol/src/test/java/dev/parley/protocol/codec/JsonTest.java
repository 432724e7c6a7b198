package dev.parley.protocol.codec;

import static dev.parley.protocol.codec.Refusal.assertRefused;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "-0.0",
                "1",
                "-2147483649",
                "9223372036854775807",
                "9223372036854775808",
                "1.50",
                "1.0",
                "1e5",
                "1E+5",
                "1e-7",
                "0.10e-0",
                "1e400",
                "-1e999999999999999999999",
                "3.14159265358979323846264338327950288",
                "\"\"",
                "\"\\u0000\\n\\\"\\\\/\"",
                "\"\\ud800\"",
                "\"\\udc00 after\"",
                "\"pair 😀 stays\"",
                "null",
                "[]",
                "{}",
                "[true,false,null,{\"a\":[1.10]}]",
                "{\"\":0,\"a b\":{\"😀\":1}}"
            })
    void whatWasSentIsWrittenAsItCame(String json) {
        assertThat(Json.write(Json.parse(json))).isEqualTo(json);
        assertThat(Json.parse(Json.bytes(Json.parse(json)))).isEqualTo(Json.parse(json));
        assertThat(new String(Json.bytes(Json.parse(json)), UTF_8)).isEqualToIgnoringCase(json);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[1,",
                "}",
                "[1,]",
                "{\"a\":1,}",
                "{a:1}",
                "{'a':1}",
                "\"a",
                "\"a\nb\"",
                "\"\\x\"",
                "nul",
                "True",
                "NaN",
                "[Infinity]",
                "01",
                "+1",
                ".5",
                "1.",
                "1e",
                "{} {}",
                "{}x",
                "1 2",
                "// no\n{}",
                "/* no */{}",
                "{\"\\ud800\":1}",
                "{\"\\udc00\":1}",
                "{\"a\":1,\"a\":1}",
                "{\"b\":{\"a\":1,\"\\u0061\":2}}"
            })
    void whatIsNotJsonIsRefusedWithoutShowingOurInsides(String json) {
        assertRefused(() -> Json.parse(json), Problem.BAD_JSON);
        assertRefused(() -> Json.parse(json.getBytes(UTF_8)), Problem.BAD_JSON);
        assertThat(Refusal.of(() -> Json.parse(json)).detail())
                .doesNotContainIgnoringCase("jackson", "exception", "token", "source", "java");
    }

    @Test
    void aSyntaxErrorIsPlacedByLineAndColumn() {
        assertRefused(() -> Json.parse("{\n  \"a\": tru }"), Problem.BAD_JSON, "line 2, column");
        assertRefused(
                () -> Json.parse("{\"a\":1,\n\"a\":2}"),
                Problem.BAD_JSON,
                "\"a\"",
                "twice",
                "line 2");
    }

    @Test
    void onlyUtf8IsRead() {
        assertRefused(() -> Json.parse(bytes('"', 0xC3, '"')), Problem.BAD_JSON, "UTF-8");
        assertRefused(() -> Json.parse(bytes('"', 0xC0, 0xAF, '"')), Problem.BAD_JSON, "UTF-8");
        assertRefused(() -> Json.parse(bytes('"', 0xED, 0xA0, 0x80, '"')), Problem.BAD_JSON);
        assertRefused(() -> Json.parse("{}".getBytes(UTF_16)), Problem.BAD_JSON, "UTF-8");
    }

    @Test
    void aByteOrderMarkIsSkipped() {
        assertThat(Json.parse("\uFEFF{}")).isEqualTo(Json.object());
        assertThat(Json.parse("\uFEFF{}".getBytes(UTF_8))).isEqualTo(Json.object());
    }

    @Test
    void halfASurrogatePairMayStandInATextButNotInAKey() {
        assertThat(Json.write(Json.parse("[\"\ud800\"]"))).isEqualTo("[\"\\ud800\"]");
        assertRefused(() -> Json.parse("{\"\ud800\":1}"), Problem.BAD_JSON, "surrogate");
    }

    @Test
    void nestingIsBounded() {
        assertThat(Json.write(Json.parse(nested(64)))).isEqualTo(nested(64));
        assertRefused(() -> Json.parse(nested(65)), Problem.JSON_DEPTH, "64");
        assertRefused(() -> Json.parse(nested(100_000)), Problem.JSON_DEPTH, "64");
        assertRefused(
                () -> Json.parse("{\"a\":".repeat(65) + "1" + "}".repeat(65)), Problem.JSON_DEPTH);
    }

    @Test
    void whatParleyWroteMayBeDeeperThanWhatItAccepts() {
        var wrapped = "{\"messages\":" + nested(64) + "}";
        assertThat(Json.write(Json.parseTrusted(wrapped))).isEqualTo(wrapped);
        assertRefused(
                () -> Json.parseTrusted(("{\"a\":" + nested(128) + "}").getBytes(UTF_8)),
                Problem.JSON_DEPTH,
                "128");
    }

    @Test
    void aNumberOfAThousandDigitsIsKeptAndALongerOneRefused() {
        var longest = "9".repeat(Json.MAX_NUMBER);
        assertThat(Json.write(Json.parse(longest))).isEqualTo(longest);
        assertRefused(() -> Json.parse(longest + "9"), Problem.BAD_VALUE, "too long");
        assertRefused(() -> Json.parse("[0." + "1".repeat(500_000) + "]"), Problem.BAD_VALUE);
        assertRefused(() -> Json.parse("1e" + "1".repeat(500_000)), Problem.BAD_VALUE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"a\"", "1", "null", "true"})
    void aBodyMustBeAnObject(String json) {
        assertRefused(() -> Json.parseObject(json), Problem.BAD_VALUE, "object, was");
        assertRefused(() -> Json.parseObject(json.getBytes(UTF_8)), Problem.BAD_VALUE);
        assertRefused(() -> Json.parseTrusted(json), Problem.BAD_VALUE);
    }

    private static byte[] bytes(int... values) {
        var bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }
}

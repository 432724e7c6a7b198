package dev.parley.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalJsonTest {
    /** RFC 8785, appendix B. */
    @ParameterizedTest
    @CsvSource({
        "0000000000000000, 0",
        "8000000000000000, 0",
        "0000000000000001, 5e-324",
        "8000000000000001, -5e-324",
        "7fefffffffffffff, 1.7976931348623157e+308",
        "ffefffffffffffff, -1.7976931348623157e+308",
        "4340000000000000, 9007199254740992",
        "c340000000000000, -9007199254740992",
        "4430000000000000, 295147905179352830000",
        "44b52d02c7e14af5, 9.999999999999997e+22",
        "44b52d02c7e14af6, 1e+23",
        "44b52d02c7e14af7, 1.0000000000000001e+23",
        "444b1ae4d6e2ef4e, 999999999999999700000",
        "444b1ae4d6e2ef4f, 999999999999999900000",
        "444b1ae4d6e2ef50, 1e+21",
        "3eb0c6f7a0b5ed8c, 9.999999999999997e-7",
        "3eb0c6f7a0b5ed8d, 0.000001",
        "41b3de4355555553, 333333333.3333332",
        "41b3de4355555554, 333333333.33333325",
        "41b3de4355555555, 333333333.3333333",
        "41b3de4355555556, 333333333.3333334",
        "41b3de4355555557, 333333333.33333343",
        "becbf647612f3696, -0.0000033333333333333333",
        "43143ff3c1cb0959, 1424953923781206.2",
        "0000000000000002, 1e-323",
        "0000000000000003, 1.5e-323"
    })
    void doublesAreWrittenAsEcmascriptWritesThem(String bits, String expected) {
        assertThat(EcmaNumber.format(Double.longBitsToDouble(HexFormat.fromHexDigitsToLong(bits))))
                .isEqualTo(expected);
    }

    @Test
    void everyDoubleReadsBackAsItself() {
        var random = new Random(8785);
        for (int i = 0; i < 20_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(EcmaNumber.format(value))).isEqualTo(value);
            }
        }
    }

    /** RFC 8785, section 3.2.2, but for the first number, of which a double holds only a part. */
    @Test
    void theSampleOfTheRfcComesOutAsPrinted() {
        var sample =
                """
                {
                  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
                  "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
                  "literals": [null, true, false]
                }
                """;
        assertThat(CanonicalJson.write(Json.parse(sample)))
                .isEqualTo(
                        """
                        {"literals":[null,true,false],\
                        "numbers":[333333333.33333329,1e+30,4.5,0.002,1e-27],\
                        "string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}""");
    }

    /** RFC 8785, section 3.2.3. */
    @Test
    void keysAreSortedByTheirUtf16Units() {
        var sample =
                """
                {"\\u20ac": "Euro Sign", "\\r": "Carriage Return",
                 "\\ufb33": "Hebrew Letter Dalet With Dagesh", "1": "One",
                 "\\ud83d\\ude00": "Emoji: Grinning Face", "\\u0080": "Control",
                 "\\u00f6": "Latin Small Letter O With Diaeresis"}
                """;
        assertThat(Json.parse(CanonicalJson.write(Json.parse(sample))))
                .extracting(Object::toString)
                .asString()
                .containsSubsequence(
                        "Carriage Return",
                        "One",
                        "Control",
                        "Latin Small",
                        "Euro Sign",
                        "Emoji",
                        "Hebrew");
    }

    @ParameterizedTest
    @CsvSource({
        "9007199254740993, 9007199254740993",
        "9007199254740992, 9007199254740992",
        "1152921504606846976, 1152921504606846976",
        "1152921504606847000, 1152921504606847000",
        "0.1, 0.1",
        "0.10, 0.1",
        "1.0, 1",
        "10e-1, 1",
        "-0, 0",
        "-0.000e99999999999, 0",
        "1e400, 1e400",
        "1e-400, 1e-400",
        "0.1000000000000000055511151231257827, 0.1000000000000000055511151231257827"
    })
    void aNumberThatADoubleCannotHoldKeepsItsText(String sent, String canonical) {
        assertThat(CanonicalJson.write(Json.parse(sent))).isEqualTo(canonical);
    }

    @Test
    void numbersMadeInJavaAreWrittenToo() {
        var nodes = JsonNodeFactory.instance;
        assertThat(CanonicalJson.write(nodes.numberNode(1.5))).isEqualTo("1.5");
        assertThat(CanonicalJson.write(nodes.numberNode(7L))).isEqualTo("7");
        assertThat(CanonicalJson.write(nodes.numberNode(0.5f))).isEqualTo("0.5");
    }

    @Test
    void stringsAreEscapedAsLittleAsPossible() {
        assertThat(
                        CanonicalJson.write(
                                Json.parse("\"\\b\\t\\n\\f\\r\\u001f\\u007f\\/é😀\\ud800\"")))
                .isEqualTo("\"\\b\\t\\n\\f\\r\\u001f\u007f/é😀\\ud800\"");
    }

    @Test
    void textsThatSayTheSameShareADigest() {
        assertThat(digest("{\"b\":[1.0,{}],\"a\":\"\\u0041\"}"))
                .isEqualTo(digest(" { \"a\" : \"A\", \"b\" : [ 1, { } ] } "))
                .isNotEqualTo(digest("{\"b\":[{},1],\"a\":\"A\"}"));
        assertThat(digest("{}"))
                .isEqualTo("44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
        assertThat(digest("12345678901234567890")).isNotEqualTo(digest("\"12345678901234567890\""));
    }

    private static String digest(String json) {
        return HexFormat.of().formatHex(CanonicalJson.digest(Json.parse(json)));
    }
}

package dev.parley.protocol.codec;

import static dev.parley.protocol.codec.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.parley.protocol.Part;
import dev.parley.protocol.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"type":"text","content":"hi"}                   | {"type":"text","content":"hi"}
                    {"type":"text","text":"hi"}                      | {"type":"text","content":"hi"}
                    {"kind":"text","text":"hi","metadata":{"a":1.0}} | {"type":"text","content":"hi","metadata":{"a":1.0}}
                    {"text":"hi"}                                    | {"type":"text","content":"hi"}
                    {"kind":"data","data":{"a":[]}}                  | {"type":"data","content":{"a":[]}}
                    {"data":7,"mediaType":"a/b"}                     | {"type":"data","content":7,"mediaType":"a/b"}
                    {"kind":"file","file":{"uri":"u","name":"n"}}    | {"type":"file","content":{"uri":"u","name":"n"}}
                    {"url":"u","filename":"n"}                       | {"type":"url","content":"u","filename":"n"}
                    {"raw":"AAA=","filename":"n"}                    | {"type":"raw","content":"AAA=","filename":"n"}
                    {"type":"image/png","url":"u"}                   | {"type":"image/png","url":"u"}
                    {"type":"text","content":"hi","text":"hi"}       | {"type":"text","content":"hi"}
                    {"type":"data","data":null,"text":null}          | {"type":"data","text":null}
                    """)
    void eachWayOfWritingAPartIsReadAndKept(String sent, String written) {
        var parts = read("[" + sent + "]");
        assertThat(Json.write(Parts.write(parts))).isEqualTo("[" + written + "]");
        assertThat(read("[" + written + "]")).isEqualTo(parts);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    []                                     | a part must be an object
                    {}                                     | a part needs a type
                    {"text":"a","data":1}                  | exactly one of text, data, file, url, raw
                    {"type":5,"content":"x"}               | type must be a string
                    {"type":"","content":"x"}              | type must be 1 to 128
                    {"type":"text","content":{}}           | the content of a text part must be a string
                    {"type":"text"}                        | the content of a text part must be a string
                    """)
    void aPartWithoutAMeaningIsRefused(String sent, String words) {
        assertRefused(() -> read("[" + sent + "]"), Problem.BAD_VALUE, words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {"type":"text","kind":"data","content":"x"}
                    {"type":"text","content":"x","text":"y"}
                    """)
    void aPartThatContradictsItselfIsRefused(String sent) {
        assertRefused(() -> read("[" + sent + "]"), Problem.CONFLICTING_FIELDS, "disagree");
    }

    @Test
    void aDraftHoldsABoundedNumberOfParts() {
        var many = "[" + "{\"text\":\"a\"},".repeat(100) + "{\"text\":\"b\"}]";
        var draft = Json.object().put("to", "bob");
        draft.set("parts", Json.parse(many));
        assertRefused(() -> Envelope.draft(draft), Problem.BAD_VALUE, "at most 100 parts");
    }

    private static List<Part> read(String json) {
        return Parts.read((ArrayNode) Json.parse(json));
    }
}

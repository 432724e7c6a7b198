package dev.parley.protocol.codec;

import static dev.parley.protocol.codec.Refusal.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.Problem;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormatTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {}                                      | ENVELOPE
                    {"type":"delegate"}                     | ENVELOPE
                    {"type":5,"kind":"QUERY"}               | ENVELOPE
                    {"type":"QUERY"}                        | PROTOCOL
                    {"type":"USER_RESPONSE","event_type":1} | PROTOCOL
                    {"event_type":"message.to.b"}           | EVENT
                    {"eventType":"agent.a.b","type":"x"}    | EVENT
                    """)
    void theFormatOfAnObjectIsRecognised(String json, Format format) {
        assertThat(Format.of(Json.parseObject(json))).isEqualTo(format);
    }

    @Test
    void aReaderNamesTheFormat() {
        assertThat(Format.named("protocol")).isEqualTo(Format.PROTOCOL);
        assertRefused(
                () -> Format.named("xml"),
                Problem.BAD_VALUE,
                "format must be one of envelope, protocol, event, was \"xml\"");
    }

    @Test
    void everyMessageCanBeWrittenInEveryFormat() {
        var messages = new RandomMessages(new Random(3));
        for (int i = 0; i < 500; i++) {
            var message = messages.next();
            for (var format : Format.values()) {
                var written = Json.parseTrusted(Json.bytes(format.write(message)));
                assertThat(Json.write(written)).isEqualTo(Json.write(format.write(message)));
            }
        }
    }
}

package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.parley.protocol.codec.Json;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PrintableTest {
    @Test
    void escapeSequencesAreShownInsteadOfObeyed() {
        assertThat(Printable.line("\033[2J\033]0;title\007gone")).isEqualTo("␛[2J␛]0;title␇gone");
        assertThat(Printable.line("a\u009b31mb\u007f")).isEqualTo("a<009b>31mb␡");
    }

    @Test
    void nothingReordersOrHidesALine() {
        assertThat(Printable.line("\u202edrow\u2066x\u200b\ufeff"))
                .isEqualTo("<202e>drow<2066>x<200b><feff>");
        assertThat(Printable.line("a\rb\nc\u2028d")).isEqualTo("a␍b␊c<2028>d");
        assertThat(Printable.line("half \ud83d pair")).isEqualTo("half <d83d> pair");
        assertThat(Printable.line("\udb40\udc41")).isEqualTo("<e0041>");
    }

    @Test
    void wordsInEveryScriptAndEmojiStayAsTheyAre() {
        var words = "grüß dich, 世界, مرحبا, क्‍ष, 👩‍💻";
        assertThat(Printable.line(words)).isEqualTo(words);
    }

    @Test
    void aTextIsShownLineByLine() {
        assertThat(Printable.lines("one\r\n\ttwo\n\nthree\n"))
                .containsExactly("one", "    two", "", "three");
    }

    @Test
    void noCharacterAtAllIsAControlAfterwards() {
        for (int c = 0; c <= Character.MAX_CODE_POINT; c++) {
            var text = Character.toString(c);
            assertThat(Printable.line(text).codePoints().noneMatch(Character::isISOControl))
                    .as("code point %x", c)
                    .isTrue();
        }
    }

    @Test
    void jsonMeansTheSameAndHoldsNoControls() {
        var json = JsonNodeFactory.instance.objectNode().put("x", "\033\u009b\u202e\udb40\udc41ü");
        var safe = JsonText.of(json);

        assertThat(safe).doesNotContain("\033", "\u009b", "\u202e").contains("ü");
        assertThat(Json.parseObject(safe.getBytes(StandardCharsets.UTF_8))).isEqualTo(json);
    }
}

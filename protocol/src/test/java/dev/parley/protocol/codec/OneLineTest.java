package dev.parley.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A summary is one line, however its text was written. */
class OneLineTest {
    @Test
    void whiteSpaceOfAnySortBecomesOneSpace() {
        assertThat(OneLine.summary("a\r\n\tb\u00a0\u2003c\u2028d\u0000\u007fe\u3000"))
                .isEqualTo("a b c d e");
        assertThat(OneLine.summary(" \n ")).isEmpty();
        assertThat(OneLine.summary("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " \n ", "\n\n\n\n\n\n\n\n\n\n"})
    void whatFitsOnceItsEndsAreCutOffIsWhole(String around) {
        assertThat(OneLine.of(around + "1234567 9" + around, 9)).isEqualTo("1234567 9");
    }

    @Test
    void whatIsTooLongIsCutBetweenTwoCharacters() {
        assertThat(OneLine.of("1234567890", 9)).isEqualTo("12345678…");
        assertThat(OneLine.of("12345678 0", 9)).isEqualTo("12345678…");
        assertThat(OneLine.of("1234567😀 0", 9)).isEqualTo("1234567…");
        assertThat(OneLine.of("x".repeat(100_000), 280)).hasSize(280).endsWith("x…");
    }
}

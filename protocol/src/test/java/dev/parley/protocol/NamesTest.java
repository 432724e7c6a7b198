package dev.parley.protocol;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"a", "Z", "0", "_", "msg_01.k:9~x@y+z=w-", "9.", "A_"})
    void anIdIsOfLettersDigitsAndAFewSigns(String id) {
        assertThatCode(() -> Names.requireId("id", id)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("others")
    void anythingElseIsRefused(String id) {
        assertThatThrownBy(() -> Names.requireId("id", id)).isInstanceOf(ParleyException.class);
    }

    /** Nothing, too much, a sign at the beginning, and each other sign after it. */
    static Stream<String> others() {
        var signs = IntStream.range(0, 0x250).mapToObj(c -> "a" + (char) c);
        return Stream.concat(
                Stream.of("", "x".repeat(Names.MAX_ID + 1), ".a", ":a", "~a", "@a", "+a", "-a"),
                signs.filter(id -> !id.matches("a[A-Za-z0-9._:~@+=-]")));
    }
}

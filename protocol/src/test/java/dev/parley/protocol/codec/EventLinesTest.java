package dev.parley.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.protocol.codec.EventLines.Event;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EventLinesTest {
    @Test
    void anEventEndsWithAnEmptyLine() {
        assertThat(read("event: log", "id: 7", "data: {}", "", "data: 2", ""))
                .containsExactly(new Event("log", "7", "{}"), new Event("message", null, "2"));
    }

    @Test
    void linesOfDataAreOneText() {
        assertThat(read("data: a", "data:b", "data", "data:  c", ""))
                .containsExactly(new Event("message", null, "a\nb\n\n c"));
    }

    @Test
    void anIdAloneIsToldAndACommentIsNot() {
        assertThat(read(": still here", "", "retry: 5", "", "id: 9", ""))
                .containsExactly(new Event("message", "9", ""));
    }

    @Test
    void whatIsCutOffInTheMiddleIsNoEvent() {
        var lines = new EventLines();
        assertThat(lines.take("data: half")).isEmpty();
        assertThat(lines.waiting()).isEqualTo(4);
    }

    private static List<Event> read(String... lines) {
        var events = new EventLines();
        return List.of(lines).stream().map(events::take).flatMap(Optional::stream).toList();
    }
}

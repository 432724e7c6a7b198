package dev.parley.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.bus.Topic;
import dev.parley.bus.Wakeups;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What one listener is told of, when not all that it follows can be read. */
final class EarTest {
    private final Wakeups wakeups = new Wakeups();
    private final Topic topic = Topic.Local.next();
    private final AtomicReference<String> mark = new AtomicReference<>("1");
    private Optional<Problem> trouble = Optional.empty();

    private String troubled() {
        trouble.ifPresent(
                problem -> {
                    throw new ParleyException(problem, "not now");
                });
        return mark.get();
    }

    private Ear ear() {
        var ear = new Ear(wakeups);
        ear.follow("test://before", new Watchable(Set.of(topic), mark::get));
        ear.follow("test://troubled", new Watchable(Set.of(topic), this::troubled));
        ear.follow("test://after", new Watchable(Set.of(topic), mark::get));
        return ear;
    }

    private static List<String> told(Ear ear) {
        return ear.news().stream()
                .map((ObjectNode news) -> news.at("/params/uri").asText())
                .toList();
    }

    @Test
    void whatIsGoneSilencesNothingElseAndIsFollowedNoFurther() {
        try (var ear = ear()) {
            trouble = Optional.of(Problem.UNKNOWN_RUN);
            mark.set("2");
            wakeups.wake(List.of(topic));

            assertThat(told(ear)).containsExactly("test://before", "test://after");
            assertThat(ear.following()).isEqualTo(2);
        }
        assertThat(wakeups.watched()).isEmpty();
    }

    @Test
    void whatCannotBeReadForAMomentIsToldLater() {
        try (var ear = ear()) {
            trouble = Optional.of(Problem.INTERNAL);
            mark.set("2");
            wakeups.wake(List.of(topic));
            assertThat(told(ear)).containsExactly("test://before", "test://after");

            trouble = Optional.empty();
            assertThat(told(ear)).containsExactly("test://troubled");
        }
    }
}

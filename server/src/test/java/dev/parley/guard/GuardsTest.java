package dev.parley.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GuardsTest {
    private static final Guards OFF = new Guards(0, 0, 0, false);

    @Test
    void eachGuardLetsItsNumberPassAndNotOneMore() {
        var guards = Guards.STANDARD;
        assertThat(guards.silence(39)).isEmpty();
        assertThat(guards.silence(40)).isPresent();
        assertThat(guards.clarification("bob", 4)).isEmpty();
        assertThat(guards.clarification("bob", 5)).isPresent();
        assertThatCode(() -> guards.requireHops(16)).doesNotThrowAnyException();
        assertThatThrownBy(() -> guards.requireHops(17)).hasMessageContaining("hop 17");
    }

    @Test
    void zeroIsOff() {
        assertThat(OFF.silence(1_000_000)).isEmpty();
        assertThat(OFF.clarification("bob", 1_000_000)).isEmpty();
        assertThatCode(() -> OFF.requireHops(1_000_000)).doesNotThrowAnyException();
    }

    @Test
    void aCircleIsNamedInFull() throws SQLException {
        var waits = Map.of("b", List.of("x", "c"), "c", List.of("d", "a"), "x", List.of("b"));
        assertThat(circle("a", "b", waits)).isEqualTo("a waits for b waits for c waits for a");
        assertThat(circle("a", "d", waits)).isEqualTo("none");
        assertThat(circle("z", "b", waits)).isEqualTo("none");
        assertThat(circle("a", "c", waits)).isEqualTo("a waits for c waits for a");
    }

    @Test
    void aCircleIsFollowedFromAnyOfItsAgents() throws SQLException {
        var waits = Map.of("a", List.of("b"), "b", List.of("x", "c"), "c", List.of("a"));
        assertThat(from("a", waits)).containsExactly("b", "c", "a");
        assertThat(from("c", waits)).containsExactly("a", "b", "c");
        assertThat(from("x", waits)).isEmpty();
    }

    private static List<String> from(String agent, Map<String, List<String>> waits)
            throws SQLException {
        return Cycle.through(agent, asker -> waitsOf(asker, waits)).stream()
                .map(Cycle.Wait::asked)
                .toList();
    }

    private static List<Cycle.Wait<String>> waitsOf(String asker, Map<String, List<String>> waits) {
        return waits.getOrDefault(asker, List.of()).stream()
                .map(asked -> new Cycle.Wait<>(asker, asked, ""))
                .toList();
    }

    private static String circle(String asker, String asked, Map<String, List<String>> waits)
            throws SQLException {
        var circle =
                Cycle.closedBy(new Cycle.Wait<>(asker, asked, ""), agent -> waitsOf(agent, waits));
        return circle.isEmpty() ? "none" : Cycle.trip(circle).detail();
    }
}

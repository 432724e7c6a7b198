package dev.parley.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A star stands for a word, two stars for any words. */
class TopicPatternTest {
    @ParameterizedTest
    @CsvSource({
        "a.b, a.b, true",
        "a.b, a.c, false",
        "a.b, a.b.c, false",
        "a.*, a.b, true",
        "a.*, a, false",
        "a.*, a.b.c, false",
        "*.b, a.b, true",
        "agent.*.task.complete, agent.ann.task.complete, true",
        "agent.*.task.complete, agent.ann.task.failed, false",
        "agent.monitor.**, agent.monitor.a.b.c, true",
        "agent.monitor.**, agent.monitor, true",
        "agent.monitor.**, agent.other.a, false",
        "**, anything.at.all, true",
        "**.done, a.b.done, true",
        "**.done, done, true",
        "**.done, a.done.b, false",
        "a.**.b.**.c, a.x.b.y.z.b.c, true",
        "a.**.b.**.c, a.x.y.c, false",
        "agent.Agent B.x, agent.Agent B.x, true"
    })
    void matches(String pattern, String topic, boolean does) {
        assertThat(new TopicPattern(pattern).matches(new TopicName(topic))).isEqualTo(does);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a.", ".a", "a..b", "a*", "*a.b", "a.***"})
    void whatIsNoPatternIsRefused(String pattern) {
        assertThatThrownBy(() -> new TopicPattern(pattern)).isInstanceOf(ParleyException.class);
    }
}

package dev.parley.protocol.codec;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.concurrent.Callable;
import org.assertj.core.api.Assertions;

/** Says that something is refused, for which reason and in which words. */
final class Refusal {
    private Refusal() {}

    static ParleyException of(Callable<?> attempt) {
        var refusal = catchThrowableOfType(ParleyException.class, attempt::call);
        return Assertions.assertThat(refusal).as("a refusal").isNotNull().actual();
    }

    static void assertRefused(Callable<?> attempt, Problem problem, String... words) {
        var refusal = of(attempt);
        Assertions.assertThat(refusal.problem()).as(refusal.detail()).isEqualTo(problem);
        for (var word : words) {
            Assertions.assertThat(refusal.detail()).contains(word);
        }
    }
}

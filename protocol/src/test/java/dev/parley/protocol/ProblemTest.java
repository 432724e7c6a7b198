package dev.parley.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ProblemTest {
    /** A person resumes or decides, a manager judges, an agent goes, an upload is collected. */
    private static final EnumSet<Problem> LIFTED_BY_OTHERS =
            EnumSet.of(
                    Problem.RUN_PAUSED,
                    Problem.CRITERIA_OPEN,
                    Problem.INTERNAL_LOOP,
                    Problem.CLARIFICATION_LOOP,
                    Problem.CYCLE,
                    Problem.TOO_MANY_QUESTIONS,
                    Problem.APPROVAL_PENDING,
                    Problem.ILLEGAL_TRANSITION,
                    Problem.AGENT_IN_USE,
                    Problem.QUOTA);

    @Test
    void noTwoProblemsShareACode() {
        assertThat(Arrays.stream(Problem.values()).map(Problem::slug)).doesNotHaveDuplicates();
    }

    @Test
    void whatOthersCanLiftIsRecoverable() {
        assertThat(LIFTED_BY_OTHERS).allMatch(Problem::recoverable);
    }

    @ParameterizedTest
    @EnumSource
    void aRowOfTheCatalogueIsSound(Problem problem) {
        assertThat(problem.slug())
                .isEqualTo(problem.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .matches("[a-z]+(-[a-z]+)*");
        assertThat(problem.status()).isBetween(400, 599);
        assertThat(problem.rpcCode())
                .satisfiesAnyOf(
                        code -> assertThat(code).isBetween(-32099, -32000),
                        code -> assertThat(code).isBetween(-32603, -32600),
                        code -> assertThat(code).isEqualTo(-32700));
        assertThat(problem.title()).isNotBlank().doesNotEndWith(".");
        if (problem.recoverable() && !LIFTED_BY_OTHERS.contains(problem)) {
            assertThat(problem.status())
                    .as("what a retry can mend is not the request's own fault")
                    .matches(status -> status >= 500 || status == 429 || status == 408);
        }
        assertThat(Problem.ofSlug(problem.slug())).contains(problem);
    }

    @Test
    void anUnknownCodeIsNoProblemOfOurs() {
        assertThat(Problem.ofSlug("brand-new")).isEmpty();
    }
}

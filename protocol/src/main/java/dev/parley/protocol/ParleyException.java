package dev.parley.protocol;

import java.util.Map;

/**
 * The one exception of the project: a row of the catalogue, and what exactly was wrong this time.
 */
public final class ParleyException extends RuntimeException {
    private final transient Problem problem;
    private final transient Map<String, Object> extras;

    public ParleyException(Problem problem, String detail) {
        this(problem, detail, Map.of());
    }

    /** With further members for the answer, such as {@code question_id}. */
    public ParleyException(Problem problem, String detail, Map<String, Object> extras) {
        super(detail);
        this.problem = problem;
        this.extras = Map.copyOf(extras);
    }

    public ParleyException(Problem problem, String detail, Throwable cause) {
        super(detail, cause);
        this.problem = problem;
        this.extras = Map.of();
    }

    public Problem problem() {
        return problem;
    }

    public Map<String, Object> extras() {
        return extras;
    }

    /** What was wrong, in a sentence for whoever sent it. */
    public String detail() {
        var message = getMessage();
        return message == null ? problem.title() : message;
    }
}

package dev.parley.client;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.Map;

/**
 * Tells answers of something that is no hub, such as a proxy before it, from those of a hub: they
 * say nothing about what was asked.
 */
public final class Stranger {
    private static final String MARK = "stranger";

    private Stranger() {}

    /** What a stranger's answer looks like, as far as one can guess. */
    static ParleyException answered(Problem guess, String detail) {
        return new ParleyException(guess, detail, Map.of(MARK, true));
    }

    public static boolean hasAnswered(ParleyException problem) {
        return problem.extras().containsKey(MARK);
    }
}

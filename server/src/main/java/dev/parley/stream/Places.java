package dev.parley.stream;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import java.util.HashMap;
import java.util.Map;

/** How many streams are open, in all and of each token. */
final class Places {
    private final int most;
    private final int mostOfOne;
    private final Map<String, Integer> taken = new HashMap<>();
    private int all;

    Places(int most, int mostOfOne) {
        this.most = most;
        this.mostOfOne = mostOfOne;
    }

    /** A place, until it is given back. */
    interface Place extends AutoCloseable {
        @Override
        void close();
    }

    synchronized Place take(String token) {
        if (all >= most) {
            throw new ParleyException(
                    Problem.TOO_MANY_STREAMS,
                    "more than " + most + " streams are open; try again later");
        }
        if (taken.getOrDefault(token, 0) >= mostOfOne) {
            throw new ParleyException(
                    Problem.RATE_LIMITED,
                    "more than "
                            + mostOfOne
                            + " streams of this token are open; one stream of /api/feed, or one"
                            + " WebSocket, carries many runs");
        }
        all++;
        taken.merge(token, 1, Integer::sum);
        return () -> giveBack(token);
    }

    private synchronized void giveBack(String token) {
        all--;
        taken.computeIfPresent(token, (_, count) -> count == 1 ? null : count - 1);
    }
}

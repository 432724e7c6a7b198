package dev.parley.guard;

import dev.parley.protocol.Act;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * How fast an agent may send: so many messages a minute to the same other, and so many in all. Each
 * node counts what it is sent itself, in memory.
 */
public final class Rates {
    private static final Set<Act> BOUND = EnumSet.of(Act.ASSIGN, Act.ASK, Act.ASK_USER, Act.SAY);

    private static final String LETTERS = "dead letters";

    private final Buckets<Pair> pairs;
    private final Buckets<Sender> agents;

    /** Messages a minute; 0 is any number. */
    public record Limits(int pair, int agent) {
        public static final Limits NONE = new Limits(0, 0);
    }

    private record Sender(Space space, String agent) {}

    /** An agent and whom it sends to; everybody at once is one more of them. */
    private record Pair(Space space, String from, String to) {}

    /**
     * Begins with nothing sent.
     *
     * @param nanos counts nanoseconds from anywhere and never back, as {@link System#nanoTime} does
     */
    public Rates(Limits limits, LongSupplier nanos) {
        this.pairs = new Buckets<>(limits.pair, nanos);
        this.agents = new Buckets<>(limits.agent, nanos);
    }

    /** Whether messages that do this are counted at all. */
    public static boolean bind(Act act) {
        return BOUND.contains(act);
    }

    /** Counts something that was refused and kept, as if it were to somebody of its own. */
    public void payForLetter(Space space, String from) {
        var toll = toll();
        toll.pay(space, from, LETTERS);
        toll.keep();
    }

    /** What will be taken for one message. */
    public Toll toll() {
        return new Toll();
    }

    /** What was taken for one message; it is given back unless the message was added. */
    public final class Toll implements AutoCloseable {
        private final List<Bucket> paid = new ArrayList<>();

        private Toll() {}

        /** Counts the message, or refuses it as one too many. */
        public void pay(Space space, String from, String to) {
            take(pairs, new Pair(space, from, to), Problem.PAIR_RATE, from + " to " + to);
            take(agents, new Sender(space, from), Problem.AGENT_RATE, from);
        }

        private <K> void take(Buckets<K> buckets, K key, Problem problem, String who) {
            if (buckets.isOff()) {
                return;
            }
            var bucket = buckets.of(key);
            var probe = bucket.tryConsumeAndReturnRemaining(1);
            if (!probe.isConsumed()) {
                close();
                throw refusal(problem, who, buckets.capacity(), probe.getNanosToWaitForRefill());
            }
            paid.add(bucket);
        }

        /** The message was added. */
        public void keep() {
            paid.clear();
        }

        @Override
        public void close() {
            paid.forEach(bucket -> bucket.addTokens(1));
            paid.clear();
        }
    }

    private static ParleyException refusal(Problem problem, String who, int limit, long nanos) {
        long seconds = Duration.ofNanos(nanos).plusNanos(999_999_999).toSeconds();
        long wait = Math.max(1, seconds);
        return new ParleyException(
                problem,
                "more than "
                        + limit
                        + " messages a minute from "
                        + who
                        + "; send it again in "
                        + wait
                        + " s",
                Map.of("retry_after", wait, "limit", limit));
    }
}

package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.protocol.RunId;
import java.time.Duration;

/** Where in a run's log to begin. */
sealed interface Begin {
    int PAGE = 500;

    /** The place after which to read. */
    long in(ParleyClient client, RunId run);

    /** After this place. */
    record After(long seq) implements Begin {
        public After {
            if (seq < 0) {
                throw new BadUsage("--after must be at least 0, was " + seq);
            }
        }

        @Override
        public long in(ParleyClient client, RunId run) {
            return seq;
        }
    }

    /** With the last so many messages. */
    record Last(long count) implements Begin {
        public Last {
            if (count < 0) {
                throw new BadUsage("--last must be at least 0, was " + count);
            }
        }

        @Override
        public long in(ParleyClient client, RunId run) {
            return Math.max(0, head(client, run) - count);
        }

        private static long head(ParleyClient client, RunId run) {
            var told = client.runs().get(run).lastSeq();
            if (told.isPresent()) {
                return told.getAsLong();
            }
            long head = 0;
            for (long next = walk(client, run, 0); next > head; next = walk(client, run, head)) {
                head = next;
            }
            return head;
        }

        private static long walk(ParleyClient client, RunId run, long after) {
            return client.messages().after(run, after, PAGE, Duration.ZERO).cursor(after);
        }
    }
}

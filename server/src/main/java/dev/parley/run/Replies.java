package dev.parley.run;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.protocol.Message;
import dev.parley.protocol.MessageId;
import dev.parley.protocol.RunId;
import dev.parley.store.Store;
import dev.parley.store.table.AwaitedState;
import dev.parley.store.table.AwaitedTable;
import dev.parley.store.table.RunKey;
import java.time.Duration;
import java.util.Optional;

/** Waits for the reply to a message, for whoever asks again and again until it is there. */
public final class Replies {
    private static final int PAGE = 200;

    private final Store store;
    private final Waits waits;
    private final Runs runs;

    public Replies(Store store, Waits waits, Runs runs) {
        this.store = store;
        this.waits = waits;
        this.runs = runs;
    }

    /**
     * What became of it.
     *
     * @param reply the first message that replies to it, if one does by name
     */
    public record Outcome(AwaitedState state, Optional<Message> reply) {
        public boolean isOpen() {
            return state == AwaitedState.OPEN;
        }
    }

    /** What became of a message, once that is decided or the patience is over. */
    public Outcome await(Principal caller, RunId run, MessageId id, Duration patience) {
        var search = new Search(caller, runs.message(caller, run, id));
        return waits.on(caller, new Topic.Run(caller.space(), run), patience)
                .until(search::look, outcome -> !outcome.isOpen());
    }

    /** Reads the log behind a message, each entry once. */
    private final class Search {
        private final Principal caller;
        private final Message asked;
        private long read;

        Search(Principal caller, Message asked) {
            this.caller = caller;
            this.asked = asked;
            this.read = asked.seq();
        }

        /** The state is read first: whatever has closed it stands in the log then. */
        Outcome look() {
            var state = state();
            var reply = reply();
            return new Outcome(reply.isPresent() ? AwaitedState.ANSWERED : state, reply);
        }

        private AwaitedState state() {
            var run = new RunKey(caller.space(), asked.runId());
            return store.read(sql -> AwaitedTable.TABLE.of(sql, run, asked.seq() - 1, 1)).stream()
                    .filter(row -> row.key().seq() == asked.seq())
                    .map(AwaitedTable.Row::state)
                    .findFirst()
                    .orElse(AwaitedState.OPEN);
        }

        private Optional<Message> reply() {
            while (true) {
                var page = runs.log(caller, asked.runId(), read, PAGE, Duration.ZERO);
                for (var message : page.messages()) {
                    if (isReply(message)) {
                        return Optional.of(message);
                    }
                    read = message.seq();
                }
                if (page.next().isEmpty()) {
                    return Optional.empty();
                }
            }
        }

        private boolean isReply(Message message) {
            return asked.messageId().equals(message.parentId())
                    && !message.act().isBookkeeping()
                    && !message.fromAgent().equals(asked.fromAgent());
        }
    }
}

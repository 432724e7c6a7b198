package dev.parley.stream;

import dev.parley.inbox.Sharing;
import dev.parley.store.table.InboxCursorTable;

/** Which of the frames that a stream wants it sends. */
@FunctionalInterface
interface Gate {
    Gate ALL = _ -> true;

    boolean lets(Frame frame);

    /** How it sends what it lets through. */
    default Frame shown(Frame frame) {
        return frame;
    }

    /** What is for an agent whichever instance it runs as, as its only instance sees it. */
    static Gate unnamed() {
        return frame ->
                frame.change()
                        .message()
                        .filter(message -> message.toAgent().instance().isPresent())
                        .isEmpty();
    }

    /** What one instance of an agent gets and no other. */
    static Gate of(InboxCursorTable.Key reader, Sharing sharing) {
        var own = reader.inbox().recipient();
        return frame -> {
            var change = frame.change();
            boolean isForOthers = change.again().filter(name -> !name.equals(own)).isPresent();
            return !isForOthers
                    && change.message()
                            .filter(message -> !message.act().isBookkeeping())
                            .map(message -> sharing.push(reader, change.runKey(), message))
                            .orElse(true);
        };
    }
}

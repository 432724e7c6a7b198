package dev.parley.stream;

import dev.parley.inbox.Pushed;
import dev.parley.inbox.Sharing;
import dev.parley.store.table.InboxCursorTable;
import dev.parley.store.table.ReceiptTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Lets through what an instance of an agent gets of the messages to its agent, which are delivered
 * by that. It holds what needs no ack until the stream has lived on for a while after it, so that
 * whoever resumes finds it, and longer than that nobody keeps it.
 */
final class OwnMail implements Gate {
    /** As many as may wait for the next pulse. */
    private static final int MAX_WAITING = 1_000;

    private final Interest own;
    private final InboxCursorTable.Key reader;
    private final Sharing sharing;
    private List<ReceiptTable.Key> lately = new ArrayList<>();
    private List<ReceiptTable.Key> before = List.of();

    OwnMail(Interest own, InboxCursorTable.Key reader, Sharing sharing) {
        this.own = own;
        this.reader = reader;
        this.sharing = sharing;
    }

    @Override
    public List<Frame> pass(List<Frame> frames, Set<Interest> wanted) {
        var mail = wanted.contains(own) ? mail(frames) : Map.<Frame, Pushed>of();
        if (mail.isEmpty()) {
            return frames;
        }
        var pushed = sharing.push(reader, List.copyOf(mail.values()));
        mail.values().stream()
                .filter(one -> pushed.contains(one) && !one.message().requiresAck())
                .forEach(one -> lately.add(one.receipt()));
        if (lately.size() > MAX_WAITING) {
            pulse();
        }
        return frames.stream()
                .filter(
                        frame -> {
                            var one = mail.get(frame);
                            return one == null
                                    || pushed.contains(one)
                                    || frame.change().isAround(wanted);
                        })
                .toList();
    }

    private Map<Frame, Pushed> mail(List<Frame> frames) {
        var mail = new LinkedHashMap<Frame, Pushed>();
        for (var frame : frames) {
            var change = frame.change();
            var message = change.message();
            if (message.isPresent() && change.addressed().contains(own)) {
                var receipt =
                        new ReceiptTable.Key(
                                change.runKey(), reader.inbox().recipient(), message.get().seq());
                mail.put(frame, new Pushed(receipt, message.get(), change.attempt()));
            }
        }
        return mail;
    }

    @Override
    public void pulse() {
        if (!before.isEmpty()) {
            sharing.finish(reader, before);
        }
        before = lately;
        lately = new ArrayList<>();
    }
}

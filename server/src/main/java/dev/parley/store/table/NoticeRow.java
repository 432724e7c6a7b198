package dev.parley.store.table;

import dev.parley.protocol.NoticeChannel;
import dev.parley.protocol.NoticeState;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.Wire;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A notice.
 *
 * @param seq where the run's log ended when it was written
 * @param about the state that the task had come to
 * @param receiver the server behind the address, which may be slow
 * @param due when it may be sent, in hub time; null once it is over
 */
public record NoticeRow(
        Key key,
        RunId run,
        long seq,
        TaskState about,
        NoticeChannel channel,
        String address,
        String receiver,
        Instant createdAt,
        NoticeState state,
        int attempts,
        @Nullable Long due,
        @Nullable String lastError) {
    private static final Set<TaskState> TOLD =
            Set.of(
                    TaskState.NEEDS_INPUT,
                    TaskState.NEEDS_AUTH,
                    TaskState.COMPLETED,
                    TaskState.FAILED,
                    TaskState.CANCELLED,
                    TaskState.REJECTED);

    /** All mail goes through one server. */
    private static final String MAIL_SERVER = "mail";

    /** What is to be told of a task that has come to its state, due at once. */
    public static List<NoticeRow> of(TaskRow task, long head, Instant now) {
        var rows = new ArrayList<NoticeRow>();
        var contacts = task.terms().contacts();
        if (TOLD.contains(task.state())) {
            if (contacts.email() != null) {
                rows.add(of(task, head, now, NoticeChannel.EMAIL, contacts.email(), MAIL_SERVER));
            }
            if (contacts.webhook() != null) {
                var server = URI.create(contacts.webhook()).getAuthority().toLowerCase(Locale.ROOT);
                rows.add(of(task, head, now, NoticeChannel.WEBHOOK, contacts.webhook(), server));
            }
        }
        return rows;
    }

    private static NoticeRow of(
            TaskRow task,
            long head,
            Instant now,
            NoticeChannel channel,
            String address,
            String receiver) {
        var run = task.key().run().value();
        var id =
                String.join(
                        "_",
                        "ntc",
                        run.substring(run.indexOf('_') + 1),
                        Long.toString(head),
                        Wire.name(task.state()),
                        Wire.name(channel));
        return new NoticeRow(
                new Key(task.key().space(), id),
                task.key().run(),
                head,
                task.state(),
                channel,
                address,
                receiver,
                now,
                NoticeState.WAITING,
                0,
                0L,
                null);
    }

    public RunKey task() {
        return new RunKey(key.space, run);
    }

    public boolean isDue(long now) {
        return due != null && due <= now;
    }

    /** Somebody sends it; whoever looks after this moment of hub time may send it again. */
    public NoticeRow taken(long until) {
        return with(NoticeState.WAITING, attempts + 1, until, lastError);
    }

    public NoticeRow sent() {
        return with(NoticeState.SENT, attempts, null, null);
    }

    /** It could not be sent, and is tried again at this moment of hub time. */
    public NoticeRow deferred(String why, long until) {
        return with(NoticeState.WAITING, attempts, until, why);
    }

    /** It could not be sent, and is not tried again. */
    public NoticeRow failed(String why) {
        return with(NoticeState.FAILED, attempts, null, why);
    }

    private NoticeRow with(NoticeState now, int tried, @Nullable Long next, @Nullable String why) {
        return new NoticeRow(
                key, run, seq, about, channel, address, receiver, createdAt, now, tried, next, why);
    }

    /** A notice by the id that its receiver knows it by. */
    public record Key(Space space, String id) {
        public String lock() {
            return "notice/" + space + "/" + id;
        }
    }
}

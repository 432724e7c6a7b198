package dev.parley.topic;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.TopicPattern;
import dev.parley.store.Command;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.EventHeadTable;
import dev.parley.store.table.EventTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is published in a space, and reading it by patterns. */
public final class Topics {
    /** How many events are looked at in one read. */
    private static final int GLANCE = 500;

    /** How many patterns one subscription may have. */
    private static final int MAX_PATTERNS = 64;

    private final Store store;

    public Topics(Store store) {
        this.store = store;
    }

    /**
     * Events that somebody wants.
     *
     * @param end up to where events were looked at
     * @param isLast whether nothing followed when they were read
     * @param gone the newest event that is no longer kept
     */
    public record Page(List<EventTable.Row> events, long end, boolean isLast, long gone) {}

    /** Patterns as somebody wrote them. */
    public static List<TopicPattern> patterns(List<String> given) {
        if (given.isEmpty() || given.size() > MAX_PATTERNS) {
            throw new ParleyException(
                    Problem.BAD_VALUE,
                    "name 1 to " + MAX_PATTERNS + " topics; * is any word, ** any words");
        }
        return given.stream().distinct().map(TopicPattern::new).toList();
    }

    /** Publishes; the command is handed out so that a door can make it idempotent. */
    public Command<EventTable.Row> publish(Principal caller, NewEvent event) {
        return new Publish(caller.space(), publisher(caller, event.agent()), event);
    }

    /** Who publishes: the credential says it; people do as {@code user}, the owner as anybody. */
    private static Optional<AgentName> publisher(Principal caller, @Nullable AgentName claimed) {
        if (caller.role() == Role.OWNER && claimed != null) {
            return Optional.of(claimed);
        }
        var own = caller.speaksFor();
        if (claimed != null && own.filter(claimed::equals).isEmpty()) {
            throw new ParleyException(
                    Problem.SENDER_MISMATCH,
                    caller.label() + " cannot publish what is from agent " + claimed);
        }
        return own;
    }

    /** Where the space's events end now. */
    public long head(Space space) {
        return store.read(sql -> EventHeadTable.TABLE.of(sql, space)).head();
    }

    /** Refuses a place that the events have not reached: it comes from another history. */
    public void requireReached(Space space, long seq) {
        long head = head(space);
        if (seq > head) {
            throw new ParleyException(
                    Problem.CURSOR_AHEAD,
                    "position is " + seq + " but the events of this space end at " + head);
        }
    }

    /** Some events after a place; goes on past those that nobody asked for, for a bounded while. */
    public Page after(Space space, long seq, List<TopicPattern> wanted, int limit) {
        return store.read(sql -> read(sql, space, seq, wanted, limit));
    }

    private static Page read(Sql sql, Space space, long seq, List<TopicPattern> wanted, int limit)
            throws SQLException {
        var head = EventHeadTable.TABLE.of(sql, space);
        long from = Math.max(seq, head.gone());
        var found = new ArrayList<EventTable.Row>();
        long end = from;
        for (var event : EventTable.TABLE.after(sql, space, from, GLANCE)) {
            if (found.size() == limit) {
                break;
            }
            end = event.key().seq();
            if (wanted.stream().anyMatch(pattern -> pattern.matches(event.topic()))) {
                found.add(event);
            }
        }
        return new Page(found, end, end >= head.head(), head.gone());
    }
}

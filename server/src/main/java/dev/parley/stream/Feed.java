package dev.parley.stream;

import dev.parley.access.Principal;
import dev.parley.access.Role;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.run.Run;
import dev.parley.run.Runs;
import dev.parley.store.Cursor;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.FeedTable;
import dev.parley.store.table.FeedTable.Position;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.RunKey;
import dev.parley.store.table.TaskRow;
import dev.parley.store.table.TaskTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The feed as streams read it: pages after a position, and the ids that clients resume by. */
final class Feed {
    /** The id before everything. */
    private static final String START = "0";

    /** Changes that tell a message. */
    private static final Set<String> TOLD = Set.of(FeedTable.MESSAGE, FeedTable.REDELIVERY);

    private static final int PAGE = 1_000;

    /** Fewer at once for all who listen, so that their queues have room. */
    private static final int TAIL_PAGE = 128;

    /** A page ends with the message that reaches this many characters. */
    private static final long PAGE_SIZE = 1L << 20;

    private final Store store;
    private final Runs runs;

    Feed(Store store, Runs runs) {
        this.store = store;
        this.runs = runs;
    }

    /**
     * Some changes.
     *
     * @param end where the next page begins
     * @param isLast whether nothing followed when it was read
     */
    record Page(List<Change> changes, Position end, boolean isLast) {}

    private record Loaded(
            FeedTable.Entry entry, MessageTable.@Nullable Row row, Change.@Nullable Work work) {
        Change change(Feed feed) {
            return new Change(entry, feed.run(entry.change().run()), row, work);
        }
    }

    /** Everything after a position. */
    Page after(Position from) {
        return store.read(
                        sql -> {
                            var entries = entries(sql, from, TAIL_PAGE);
                            return new Part(entries, entries, load(sql, entries));
                        })
                .page(this, from, TAIL_PAGE);
    }

    /** What may be of interest after a position; messages of other runs are not even read. */
    Page after(Position from, Set<Interest> interests) {
        var entries = store.read(sql -> entries(sql, from, PAGE));
        var near = entries.stream().filter(entry -> isNear(entry, interests)).toList();
        List<Loaded> loaded = near.isEmpty() ? List.of() : store.read(sql -> load(sql, near));
        return new Part(entries, near, loaded).page(this, from, PAGE);
    }

    private boolean isNear(FeedTable.Entry entry, Set<Interest> interests) {
        var work = Change.openTo(entry);
        if (work.isPresent() && interests.contains(work.get())) {
            return true;
        }
        if (interests.stream().allMatch(Interest.OfWork.class::isInstance)) {
            return false;
        }
        var around = around(entry.change().run());
        return interests.stream().anyMatch(wanted -> wanted.isNear(around));
    }

    /** What was read: entries, which of them are near, and as many of those as had room. */
    private record Part(
            List<FeedTable.Entry> entries, List<FeedTable.Entry> near, List<Loaded> loaded) {
        Page page(Feed feed, Position from, int limit) {
            boolean whole = loaded.size() == near.size();
            var last = whole ? entries : loaded.stream().map(Loaded::entry).toList();
            return new Page(
                    loaded.stream().map(one -> one.change(feed)).toList(),
                    last.isEmpty() ? from : last.getLast().position(),
                    whole && entries.size() < limit);
        }
    }

    private List<FeedTable.Entry> entries(Sql sql, Position from, int limit) throws SQLException {
        return FeedTable.TABLE.after(sql, store.dialect(), from, limit);
    }

    private static List<Loaded> load(Sql sql, List<FeedTable.Entry> entries) throws SQLException {
        var loaded = new ArrayList<Loaded>(entries.size());
        long size = 0;
        for (var entry : entries) {
            if (size >= PAGE_SIZE) {
                break;
            }
            var change = entry.change();
            var row =
                    TOLD.contains(change.type())
                            ? MessageTable.TABLE.at(sql, change.run(), change.seq()).orElse(null)
                            : null;
            var work = Change.openTo(entry).isPresent() ? work(sql, change.run()) : null;
            size += row == null ? 0 : row.body().length();
            size += work == null ? 0 : work.asked().body().length();
            loaded.add(new Loaded(entry, row, work));
        }
        return loaded;
    }

    private static Change.@Nullable Work work(Sql sql, RunKey run) throws SQLException {
        var task = TaskTable.TABLE.find(sql, run).filter(TaskRow::isOpen);
        var asked =
                task.isPresent()
                        ? MessageTable.TABLE.at(sql, run, 1)
                        : Optional.<MessageTable.Row>empty();
        return asked.map(row -> new Change.Work(task.get(), row)).orElse(null);
    }

    /** What whatever happens in a run belongs to. */
    Set<Interest> around(RunKey key) {
        return Interest.around(run(key));
    }

    /** The run of a change, seen as by somebody who sees all of its space. */
    private Run run(RunKey key) {
        return runs.facts(everythingIn(key.space()), key.run());
    }

    private static Principal everythingIn(Space space) {
        return new Principal("", space, Role.OBSERVER, "stream", null);
    }

    /** Where the feed ends now. */
    Position head() {
        return store.read(sql -> FeedTable.TABLE.head(sql, store.dialect()));
    }

    /** Where to begin: after what a client has seen, or now if it names nothing. */
    Position start(Optional<String> id) {
        if (id.isEmpty()) {
            return head();
        }
        if (id.get().equals(START)) {
            return Position.START;
        }
        var position = Position.parse(Cursor.read(store.epoch(), id.get()));
        if (position.compareTo(head()) > 0) {
            throw new ParleyException(
                    Problem.CURSOR_AHEAD,
                    "this id is ahead of everything that is stored here; begin again without one,"
                            + " or with after=0 from the beginning");
        }
        return position;
    }

    String id(Position position) {
        return Cursor.write(store.epoch(), position.toString());
    }

    /** A change as it goes over the wire; empty when it tells clients nothing. */
    Optional<Frame> frame(Change change) {
        var events = change.events();
        return events.isEmpty()
                ? Optional.empty()
                : Optional.of(new Frame(change, id(change.position()), events));
    }
}

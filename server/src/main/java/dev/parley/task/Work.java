package dev.parley.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.parley.access.Principal;
import dev.parley.protocol.SessionId;
import dev.parley.run.Entry;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.CrewTable;
import dev.parley.store.table.MessageTable;
import dev.parley.store.table.OpenRouteTable;
import dev.parley.store.table.RunTable;
import dev.parley.store.table.TaskRow;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What there is to do for a worker. */
public final class Work {
    /** How much of it is looked at in one read. */
    private static final int PAGE = 100;

    private final Store store;
    private final InstantSource clock;

    public Work(Store store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * A task that may be claimed.
     *
     * @param described with what is to be done
     * @param head where its run's log ended then
     */
    public record Offer(TaskRow task, ObjectNode described, SessionId session, long head) {}

    /**
     * Some of what may be claimed.
     *
     * @param next from where to look on; null when there is no more
     */
    public record Page(List<Offer> offers, OpenRouteTable.@Nullable Spot next) {}

    /**
     * The next tasks from a spot on that a worker may claim, in the order in which it would get
     * them.
     */
    public Page open(Principal caller, Worker worker, OpenRouteTable.Spot from) {
        return store.read(sql -> open(sql, worker.crew(caller), from));
    }

    private Page open(Sql sql, CrewTable.Key key, OpenRouteTable.Spot from) throws SQLException {
        var crew = CrewTable.TABLE.find(sql, key);
        var offers = new ArrayList<Offer>();
        if (crew.isEmpty()) {
            return new Page(offers, null);
        }
        var now = clock.instant();
        var page = OpenRouteTable.TABLE.open(sql, crew.get(), from, PAGE);
        for (var task : page.tasks()) {
            var run = RunTable.TABLE.find(sql, task.key());
            if (task.isClaimable(now) && run.isPresent()) {
                offers.add(
                        new Offer(
                                task, describe(sql, task), run.get().session(), run.get().head()));
            }
        }
        return new Page(offers, page.next());
    }

    private static ObjectNode describe(Sql sql, TaskRow task) throws SQLException {
        var body = TaskJson.describe(task);
        MessageTable.TABLE
                .at(sql, task.key(), 1)
                .ifPresent(asked -> TaskJson.content(body, Entry.message(asked)));
        return body;
    }
}

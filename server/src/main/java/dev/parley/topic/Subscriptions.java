package dev.parley.topic;

import dev.parley.access.Principal;
import dev.parley.access.Waits;
import dev.parley.bus.Topic;
import dev.parley.protocol.AgentName;
import dev.parley.protocol.Names;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.TopicPattern;
import dev.parley.store.Command;
import dev.parley.store.Store;
import dev.parley.store.Touches;
import dev.parley.store.Tx;
import dev.parley.store.table.SubscriptionTable;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Subscriptions that outlive connections and restarts: patterns, and how far they have come. */
public final class Subscriptions {
    /** How many one holder may have. */
    private static final int MAX = 1_000;

    private final Store store;
    private final Waits waits;
    private final Topics topics;

    public Subscriptions(Store store, Waits waits, Topics topics) {
        this.store = store;
        this.waits = waits;
        this.topics = topics;
    }

    /** A subscription, and whether it is new. */
    public record Put(SubscriptionTable.Row row, boolean isNew) {}

    /** Subscribes, from now on or from the oldest event on; an older one keeps its place. */
    public Put put(Principal caller, String name, List<TopicPattern> wanted, boolean fromTheStart) {
        var key = key(caller, name);
        long start = fromTheStart ? 0 : topics.head(caller.space());
        if (list(caller, "", MAX).size() >= MAX && find(key).isEmpty()) {
            throw new ParleyException(
                    Problem.QUOTA, "nobody may have more than " + MAX + " subscriptions");
        }
        return store.write(
                new OnSubscription<>(
                        key,
                        (tx, known) -> {
                            var row =
                                    known.map(old -> old.topics(wanted))
                                            .orElseGet(
                                                    () ->
                                                            new SubscriptionTable.Row(
                                                                    key, wanted, start, tx.now()));
                            tx.rows(SubscriptionTable.TABLE).put(row);
                            return new Put(row, known.isEmpty());
                        }));
    }

    public SubscriptionTable.Row get(Principal caller, String name) {
        return find(key(caller, name)).orElseThrow(() -> unknown(name));
    }

    private Optional<SubscriptionTable.Row> find(SubscriptionTable.Key key) {
        return store.read(sql -> SubscriptionTable.TABLE.find(sql, key));
    }

    /** The caller's subscriptions after a name, in order. */
    public List<SubscriptionTable.Row> list(Principal caller, String after, int limit) {
        return store.read(
                sql ->
                        SubscriptionTable.TABLE.of(
                                sql, caller.space(), holder(caller), after, limit));
    }

    /** What comes next; with nothing there yet, waits for as long as allowed. Moves nothing. */
    public Topics.Page read(
            Principal caller, SubscriptionTable.Row row, long after, int limit, Duration wait) {
        topics.requireReached(caller.space(), after);
        return waits.on(caller, new Topic.Events(caller.space()), wait)
                .until(() -> found(row, after, limit), page -> !page.events().isEmpty());
    }

    private Topics.Page found(SubscriptionTable.Row row, long after, int limit) {
        var page = topics.after(row.key().space(), after, row.topics(), limit);
        while (page.events().isEmpty() && !page.isLast()) {
            page = topics.after(row.key().space(), page.end(), row.topics(), limit);
        }
        return page;
    }

    /** Says up to where everything was had; never back. Answers where it now stands. */
    public long commit(Principal caller, String name, long position) {
        topics.requireReached(caller.space(), position);
        return change(caller, name, row -> row.position(position)).position();
    }

    private SubscriptionTable.Row change(
            Principal caller, String name, UnaryOperator<SubscriptionTable.Row> how) {
        return store.write(
                new OnSubscription<>(
                        key(caller, name),
                        (tx, known) -> {
                            var now = how.apply(known.orElseThrow(() -> unknown(name)));
                            tx.rows(SubscriptionTable.TABLE).put(now);
                            return now;
                        }));
    }

    public void remove(Principal caller, String name) {
        var key = key(caller, name);
        store.write(
                new OnSubscription<>(
                        key,
                        (tx, known) -> {
                            if (known.isEmpty()) {
                                throw unknown(name);
                            }
                            tx.rows(SubscriptionTable.TABLE).remove(key);
                            return true;
                        }));
    }

    private static SubscriptionTable.Key key(Principal caller, String name) {
        Names.requireId("subscription", name);
        return new SubscriptionTable.Key(caller.space(), holder(caller), name);
    }

    /** All who speak for an agent share what is the agent's. */
    private static String holder(Principal caller) {
        return caller.speaksFor().map(AgentName::value).orElseGet(caller::label);
    }

    private static ParleyException unknown(String name) {
        return new ParleyException(
                Problem.UNKNOWN_SUBSCRIPTION,
                "you have no subscription "
                        + name
                        + "; make it with PUT /api/subscriptions/"
                        + name);
    }

    /** Does something about one subscription. */
    private record OnSubscription<R>(SubscriptionTable.Key key, Deed<R> deed)
            implements Command<R> {
        interface Deed<R> {
            R on(Tx tx, Optional<SubscriptionTable.Row> known) throws SQLException;
        }

        @Override
        public void touches(Touches touches) {
            touches.lock(key.lock());
            touches.row(SubscriptionTable.TABLE, key);
        }

        @Override
        public R decide(Tx tx) throws SQLException {
            return deed.on(tx, tx.rows(SubscriptionTable.TABLE).find(key));
        }
    }
}

package dev.parley.topic;

import dev.parley.access.Principal;
import dev.parley.protocol.Space;
import dev.parley.protocol.TopicName;
import dev.parley.protocol.TopicPattern;
import dev.parley.store.Sql;
import dev.parley.store.Store;
import dev.parley.store.table.EventHeadTable;
import dev.parley.store.table.EventTable;
import dev.parley.store.table.SubscriptionTable;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** Looks at what was published without taking part in it. */
public final class Surveys {
    /** How many of the newest events are counted. */
    private static final int MAX_COUNTED = 5_000;

    private static final int MAX_TOPICS = 200;
    private static final int MAX_SUBSCRIPTIONS = 500;

    /** How many events are looked at for a page of those on some topics. */
    private static final int MAX_LOOKED_AT = 1_000;

    private final Store store;
    private final Subscriptions subscriptions;

    public Surveys(Store store, Subscriptions subscriptions) {
        this.store = store;
        this.subscriptions = subscriptions;
    }

    /** The topics of the newest events, and how far subscriptions are; agents see their own. */
    public Survey of(Principal caller) {
        var space = caller.space();
        var newest = store.read(sql -> EventTable.TABLE.newest(sql, space, MAX_COUNTED));
        var wanting =
                caller.speaksFor().isPresent()
                        ? subscriptions.list(caller, "", MAX_SUBSCRIPTIONS)
                        : store.read(
                                sql ->
                                        SubscriptionTable.TABLE.ofSpace(
                                                sql, space, MAX_SUBSCRIPTIONS));
        var places = places(newest);
        var lags = wanting.stream().map(row -> new Survey.Lag(row, behind(row, places))).toList();
        var head = store.read(sql -> EventHeadTable.TABLE.of(sql, space));
        var topics = store.read(sql -> topics(sql, space, places));
        return new Survey(topics, lags, newest.size(), head.head(), head.gone());
    }

    /** Where the events on each topic stand, newest first, as the topics themselves. */
    private static Map<TopicName, List<Long>> places(List<EventTable.Heading> newest) {
        return newest.stream()
                .collect(
                        Collectors.groupingBy(
                                EventTable.Heading::topic,
                                LinkedHashMap::new,
                                Collectors.mapping(EventTable.Heading::seq, Collectors.toList())));
    }

    /** A pattern is held against each topic once, however many events there are on it. */
    private static long behind(SubscriptionTable.Row row, Map<TopicName, List<Long>> places) {
        return places.entrySet().stream()
                .takeWhile(topic -> topic.getValue().getFirst() > row.position())
                .filter(topic -> row.topics().stream().anyMatch(t -> t.matches(topic.getKey())))
                .mapToLong(topic -> after(row.position(), topic.getValue()))
                .sum();
    }

    private static long after(long position, List<Long> newestFirst) {
        int found = Collections.binarySearch(newestFirst, position, Comparator.reverseOrder());
        return found < 0 ? -found - 1 : found;
    }

    private static List<Survey.OnTopic> topics(
            Sql sql, Space space, Map<TopicName, List<Long>> places) throws SQLException {
        var topics = new ArrayList<Survey.OnTopic>();
        for (Map.Entry<TopicName, List<Long>> topic : places.entrySet()) {
            if (topics.size() == MAX_TOPICS) {
                break;
            }
            long last = topic.getValue().getFirst();
            topics.add(
                    new Survey.OnTopic(
                            topic.getKey(),
                            topic.getValue().size(),
                            last,
                            EventTable.TABLE.publishedAt(sql, space, last)));
        }
        return topics;
    }

    /**
     * Events on some topics, newest first.
     *
     * @param next before which to go on; empty when there is nothing more
     */
    public record Page(List<EventTable.Row> events, OptionalLong next) {}

    /** Those before a place, as many as are found among the next thousand. */
    public Page newest(Principal caller, List<TopicPattern> wanted, long before, int limit) {
        return store.read(sql -> newest(sql, caller.space(), wanted, before, limit));
    }

    private static Page newest(
            Sql sql, Space space, List<TopicPattern> wanted, long before, int limit)
            throws SQLException {
        var found = new ArrayList<EventTable.Row>();
        long at = before;
        for (int looked = 0; looked < MAX_LOOKED_AT; ) {
            var rows = EventTable.TABLE.before(sql, space, at, MAX_LOOKED_AT - looked);
            if (rows.isEmpty()) {
                return new Page(found, OptionalLong.empty());
            }
            for (var event : rows) {
                looked++;
                at = event.key().seq();
                if (wanted.stream().anyMatch(pattern -> pattern.matches(event.topic()))) {
                    found.add(event);
                }
                if (found.size() == limit) {
                    return new Page(found, OptionalLong.of(at));
                }
            }
        }
        return new Page(found, OptionalLong.of(at));
    }
}

package dev.parley.store.table;

import dev.parley.protocol.Space;
import dev.parley.protocol.TopicPattern;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Who wants to be told of which topics, and how far they have come. */
public final class SubscriptionTable extends Table<SubscriptionTable.Key, SubscriptionTable.Row> {
    public static final SubscriptionTable TABLE = new SubscriptionTable();

    private static final String SEPARATOR = "\n";

    static final String OF_SPACE =
            "SELECT space, holder, name, topics, position, created_at FROM subscriptions"
                    + " WHERE space = ? ORDER BY holder, name LIMIT ?";

    private static final String SELECT =
            "SELECT space, holder, name, topics, position, created_at FROM subscriptions"
                    + " WHERE space = ? AND holder = ?";

    /**
     * A subscription.
     *
     * @param holder whose it is: an agent by name, or a person by label
     */
    public record Key(Space space, String holder, String name) {
        public String lock() {
            return "subscription/" + space + "/" + holder + "/" + name;
        }
    }

    /**
     * What is wanted.
     *
     * @param position up to where everything was had
     */
    public record Row(Key key, List<TopicPattern> topics, long position, Instant createdAt) {
        public Row {
            topics = List.copyOf(topics);
        }

        public Row topics(List<TopicPattern> now) {
            return new Row(key, now, position, createdAt);
        }

        /** The same further on; never back. */
        public Row position(long now) {
            return new Row(key, topics, Math.max(position, now), createdAt);
        }
    }

    private SubscriptionTable() {
        super(
                "subscriptions",
                List.of("space", "holder", "name"),
                Row::key,
                List.of("topics", "position", "created_at"),
                false);
    }

    public Optional<Row> find(Sql sql, Key key) throws SQLException {
        return sql.row(SELECT + " AND name = ?", this::read, key(key));
    }

    /** Somebody's subscriptions after a name, in order. */
    public List<Row> of(Sql sql, Space space, String holder, String after, int limit)
            throws SQLException {
        return sql.rows(
                SELECT + " AND name > ? ORDER BY name LIMIT ?",
                this::read,
                space.value(),
                holder,
                after,
                limit);
    }

    /** Those of everybody in a space, by holder. */
    public List<Row> ofSpace(Sql sql, Space space, int limit) throws SQLException {
        return sql.rows(OF_SPACE, this::read, space.value(), limit);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.space.value(), key.holder, key.name};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(new Space(row.getString(1)), row.getString(2), row.getString(3)),
                row.getString(4).lines().map(TopicPattern::new).toList(),
                row.getLong(5),
                Instant.ofEpochMilli(row.getLong(6)));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(
                4,
                row.topics.stream()
                        .map(TopicPattern::value)
                        .collect(Collectors.joining(SEPARATOR)));
        statement.setLong(5, row.position);
        statement.setLong(6, row.createdAt.toEpochMilli());
    }
}

package dev.parley.store.table;

import dev.parley.protocol.Space;
import dev.parley.protocol.TopicName;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was published in each space, in one order. */
public final class EventTable extends Table<EventTable.Key, EventTable.Row> {
    public static final EventTable TABLE = new EventTable();

    /** As much as a page may hold. */
    private static final int PAGE_BYTES = 192 * 1024;

    static final String AFTER =
            "SELECT space, seq, topic, frame, created_at FROM events WHERE space = ? AND seq > ?"
                    + " ORDER BY seq LIMIT ?";

    static final String BEFORE =
            "SELECT space, seq, topic, frame, created_at FROM events WHERE space = ? AND seq < ?"
                    + " ORDER BY seq DESC LIMIT ?";

    static final String NEWEST =
            "SELECT seq, topic FROM events WHERE space = ? ORDER BY seq DESC LIMIT ?";

    /** An event by its place in its space. */
    public record Key(Space space, long seq) {}

    /**
     * An event.
     *
     * @param frame what subscribers are told, as JSON
     */
    public record Row(Key key, TopicName topic, String frame, Instant createdAt) {
        /** Roughly what it takes on disk. */
        public long bytes() {
            return topic.value().length() + frame.length() + 64L;
        }
    }

    private EventTable() {
        super(
                "events",
                List.of("space", "seq"),
                Row::key,
                List.of("topic", "frame", "created_at"),
                true);
    }

    /** Events of a space after a place, in order. */
    public List<Row> after(Sql sql, Space space, long seq, int limit) throws SQLException {
        return sql.rowsWithin(
                PAGE_BYTES,
                row -> row.frame.length(),
                AFTER,
                this::read,
                space.value(),
                seq,
                limit);
    }

    /** Events of a space before a place, newest first. */
    public List<Row> before(Sql sql, Space space, long seq, int limit) throws SQLException {
        return sql.rowsWithin(
                PAGE_BYTES,
                row -> row.frame.length(),
                BEFORE,
                this::read,
                space.value(),
                seq,
                limit);
    }

    /** On which topic an event was, without what it says. */
    public record Heading(long seq, TopicName topic) {}

    /** The newest events of a space, newest first. */
    public List<Heading> newest(Sql sql, Space space, int limit) throws SQLException {
        return sql.rows(
                NEWEST,
                row -> new Heading(row.getLong(1), new TopicName(row.getString(2))),
                space.value(),
                limit);
    }

    /** When an event was published; null when it is no longer kept. */
    public @Nullable Instant publishedAt(Sql sql, Space space, long seq) throws SQLException {
        long at =
                sql.number(
                        "SELECT created_at FROM events WHERE space = ? AND seq = ?",
                        space.value(),
                        seq);
        return at == 0 ? null : Instant.ofEpochMilli(at);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.space.value(), key.seq};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(new Space(row.getString(1)), row.getLong(2)),
                new TopicName(row.getString(3)),
                row.getString(4),
                Instant.ofEpochMilli(row.getLong(5)));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(3, row.topic.value());
        statement.setString(4, row.frame);
        statement.setLong(5, row.createdAt.toEpochMilli());
    }
}

package dev.parley.store.table;

import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What could not become a message, or reached nobody, with the reason. */
public final class DeadLetterTable extends Table<DeadLetterTable.Key, DeadLetterTable.Row> {
    private static final List<String> REST =
            List.of(
                    "type",
                    "role",
                    "name",
                    "agent",
                    "run_id",
                    "code",
                    "reason",
                    "body",
                    "size",
                    "created_at");
    private static final String SELECT =
            "SELECT space, holder, n, " + String.join(", ", REST) + " FROM dead_letters";
    private static final String NEWEST =
            " AND (created_at, holder, n) < (?, ?, ?)"
                    + " ORDER BY created_at DESC, holder DESC, n DESC LIMIT ?";
    static final String OF_SPACE = SELECT + " WHERE space = ?" + NEWEST;
    static final String OF_AGENT = SELECT + " WHERE space = ? AND agent = ?" + NEWEST;

    static final String AFTER =
            "SELECT holder, n, type, agent, run_id, code, reason, created_at FROM dead_letters"
                    + " WHERE space = ? AND (created_at, holder, n) > (?, ?, ?)"
                    + " ORDER BY created_at, holder, n LIMIT ?";

    public static final DeadLetterTable TABLE = new DeadLetterTable();

    /** As many as are kept of one holder. */
    public static final int MAX_KEPT = 1_000;

    /** A letter by its number among those of its holder. */
    public record Key(DeadLetterHeadTable.Key holder, long n) {
        /** The letter that a message becomes which was never acked. */
        public static Key of(ReceiptTable.Key receipt) {
            var run = receipt.run();
            var holder = run.run().value() + ':' + receipt.recipient();
            return new Key(new DeadLetterHeadTable.Key(run.space(), holder), receipt.seq());
        }
    }

    /** Who sent it, as its credential said. */
    public record Sender(String role, String name, @Nullable String agent) {}

    /**
     * One letter.
     *
     * @param run where it was to go; null when it named no run
     * @param code the problem, by its name in the catalogue
     * @param reason the problem in a sentence
     * @param body the beginning of what was sent
     * @param size how many bytes were sent
     */
    // Letters are compared by nobody.
    @SuppressWarnings("ArrayRecordComponent")
    public record Row(
            Key key,
            LetterType type,
            Sender sender,
            @Nullable RunId run,
            String code,
            String reason,
            byte[] body,
            long size,
            Instant createdAt) {
        /** What it tells of, when it was a message already. */
        public Optional<ReceiptTable.Key> receipt() {
            var holder = key.holder.holder();
            return type == LetterType.MALFORMED || run == null
                    ? Optional.empty()
                    : Optional.of(
                            new ReceiptTable.Key(
                                    new RunKey(key.holder.space(), run),
                                    holder.substring(run.value().length() + 1),
                                    key.n));
        }

        public boolean isCut() {
            return body.length < size;
        }
    }

    /** A place in the list of letters, newest first. */
    public record Place(Instant createdAt, String holder, long n) implements Comparable<Place> {
        public static final Place END = new Place(Instant.ofEpochMilli(Long.MAX_VALUE), "", 0);

        private static final Comparator<Place> ORDER =
                Comparator.comparing(Place::createdAt)
                        .thenComparing(Place::holder)
                        .thenComparingLong(Place::n);

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /** A letter without what was sent. */
    public record Heading(
            Key key,
            LetterType type,
            @Nullable String agent,
            @Nullable String run,
            String code,
            String reason,
            Instant createdAt) {
        public Place place() {
            return new Place(createdAt, key.holder.holder(), key.n);
        }
    }

    private DeadLetterTable() {
        super("dead_letters", List.of("space", "holder", "n"), Row::key, REST, false);
    }

    public Optional<Row> find(Sql sql, Key key) throws SQLException {
        return sql.row(SELECT + " WHERE space = ? AND holder = ? AND n = ?", this::read, key(key));
    }

    /** Those of a space that came after a place, oldest first. */
    public List<Heading> after(Sql sql, Space space, Place place, int limit) throws SQLException {
        return sql.rows(
                AFTER,
                row ->
                        new Heading(
                                new Key(
                                        new DeadLetterHeadTable.Key(space, row.getString(1)),
                                        row.getLong(2)),
                                Wire.read(LetterType.class, "type", row.getString(3)),
                                row.getString(4),
                                row.getString(5),
                                row.getString(6),
                                row.getString(7),
                                Instant.ofEpochMilli(row.getLong(8))),
                space.value(),
                place.createdAt.toEpochMilli(),
                place.holder,
                place.n,
                limit);
    }

    /** Where the newest of a space stands. */
    public Optional<Place> newest(Sql sql, Space space) throws SQLException {
        return sql.row(
                "SELECT created_at, holder, n FROM dead_letters WHERE space = ?"
                        + " ORDER BY created_at DESC, holder DESC, n DESC LIMIT 1",
                row ->
                        new Place(
                                Instant.ofEpochMilli(row.getLong(1)),
                                row.getString(2),
                                row.getLong(3)),
                space.value());
    }

    /** Drops all but the newest of a holder; says how many. */
    public int drop(Sql sql, DeadLetterHeadTable.Key holder, int kept) throws SQLException {
        var space = holder.space().value();
        return sql.update(
                "DELETE FROM dead_letters WHERE space = ? AND holder = ? AND n <= (SELECT n FROM"
                        + " dead_letters WHERE space = ? AND holder = ?"
                        + " ORDER BY n DESC LIMIT 1 OFFSET ?)",
                space,
                holder.holder(),
                space,
                holder.holder(),
                kept);
    }

    /** Those of a space before a place; of one agent's, if one is given. */
    public List<Row> before(Sql sql, Space space, @Nullable String agent, Place place, int limit)
            throws SQLException {
        long at = place.createdAt.toEpochMilli();
        return agent == null
                ? page(sql, OF_SPACE, space.value(), at, place.holder, place.n, limit)
                : page(sql, OF_AGENT, space.value(), agent, at, place.holder, place.n, limit);
    }

    private List<Row> page(Sql sql, String query, Object... arguments) throws SQLException {
        return sql.rowsWithin(
                MessageTable.PAGE_BYTES, row -> row.body.length, query, this::read, arguments);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.holder.space().value(), key.holder.holder(), key.n};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        var run = row.getString(8);
        return new Row(
                new Key(
                        new DeadLetterHeadTable.Key(new Space(row.getString(1)), row.getString(2)),
                        row.getLong(3)),
                Wire.read(LetterType.class, "type", row.getString(4)),
                new Sender(row.getString(5), row.getString(6), row.getString(7)),
                run == null ? null : new RunId(run),
                row.getString(9),
                row.getString(10),
                row.getBytes(11),
                row.getLong(12),
                Instant.ofEpochMilli(row.getLong(13)));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(4, Wire.name(row.type));
        statement.setString(5, row.sender.role);
        statement.setString(6, row.sender.name);
        statement.setString(7, row.sender.agent);
        statement.setString(8, row.run == null ? null : row.run.value());
        statement.setString(9, row.code);
        statement.setString(10, row.reason);
        statement.setBytes(11, row.body);
        statement.setLong(12, row.size);
        statement.setLong(13, row.createdAt.toEpochMilli());
    }
}

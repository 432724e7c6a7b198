package dev.parley.store.table;

import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The audit's entries, in the order in which they were chained to each other. */
public final class AuditTable extends Table<Long, AuditTable.Row> {
    public static final AuditTable TABLE = new AuditTable();

    private static final String SELECT =
            "SELECT n, created_at, space, principal, token_id, action, target, outcome, count,"
                    + " detail, previous, hash FROM audit WHERE ";

    /**
     * One entry; what is not known is an empty text.
     *
     * @param count how often it happened within its minute
     * @param previous the hash of the entry before it
     */
    public record Row(
            long n,
            Instant createdAt,
            String space,
            String principal,
            String tokenId,
            String action,
            String target,
            String outcome,
            long count,
            String detail,
            String previous,
            String hash) {
        /** The same in another place of the chain. */
        public Row at(long place) {
            return new Row(
                    place, createdAt, space, principal, tokenId, action, target, outcome, count,
                    detail, previous, hash);
        }

        /** The same with its own hash. */
        public Row hashed(String own) {
            return new Row(
                    n, createdAt, space, principal, tokenId, action, target, outcome, count, detail,
                    previous, own);
        }
    }

    /** Which entries somebody wants to see; an absent wish is met by all. */
    public record Wanted(
            Optional<String> space,
            Optional<String> principal,
            Optional<String> action,
            Optional<Instant> since) {}

    private AuditTable() {
        super(
                "audit",
                List.of("n"),
                Row::n,
                List.of(
                        "created_at",
                        "space",
                        "principal",
                        "token_id",
                        "action",
                        "target",
                        "outcome",
                        "count",
                        "detail",
                        "previous",
                        "hash"),
                true);
    }

    /** Entries after one, oldest first. */
    public List<Row> after(Sql sql, long n, int limit) throws SQLException {
        return sql.rows(SELECT + "n > ? ORDER BY n LIMIT ?", this::read, n, limit);
    }

    /** The entry that says it follows this hash, unless it stands in that place. */
    public Optional<Row> following(Sql sql, String hash, long place) throws SQLException {
        return sql.row(
                SELECT + "previous = ? AND n <> ? ORDER BY n LIMIT 1", this::read, hash, place);
    }

    public long last(Sql sql) throws SQLException {
        return sql.number("SELECT max(n) FROM audit");
    }

    /** Entries before one, newest first. */
    public List<Row> before(Sql sql, long n, Wanted wanted, int limit) throws SQLException {
        var text = new StringBuilder(SELECT).append("n < ?");
        var arguments = new ArrayList<Object>(List.of(n));
        wanted.space.ifPresent(space -> narrow(text, " AND space = ?", arguments, space));
        wanted.principal.ifPresent(who -> narrow(text, " AND principal = ?", arguments, who));
        wanted.action.ifPresent(action -> narrow(text, " AND action = ?", arguments, action));
        wanted.since.ifPresent(
                since -> narrow(text, " AND created_at >= ?", arguments, since.toEpochMilli()));
        narrow(text, " ORDER BY n DESC LIMIT ?", arguments, limit);
        return sql.rows(text.toString(), this::read, arguments.toArray());
    }

    private static void narrow(
            StringBuilder text, String words, List<Object> arguments, Object argument) {
        text.append(words);
        arguments.add(argument);
    }

    @Override
    protected Object[] key(Long n) {
        return new Object[] {n};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                row.getLong(1),
                Instant.ofEpochMilli(row.getLong(2)),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getString(8),
                row.getLong(9),
                row.getString(10),
                row.getString(11),
                row.getString(12));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(2, row.createdAt.toEpochMilli());
        statement.setString(3, row.space);
        statement.setString(4, row.principal);
        statement.setString(5, row.tokenId);
        statement.setString(6, row.action);
        statement.setString(7, row.target);
        statement.setString(8, row.outcome);
        statement.setLong(9, row.count);
        statement.setString(10, row.detail);
        statement.setString(11, row.previous);
        statement.setString(12, row.hash);
    }
}

package dev.parley.store.table;

import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** What writes with an Idempotency-Key were answered. */
public final class AnswerTable extends Table<AnswerTable.Key, AnswerTable.Row> {
    public static final AnswerTable TABLE = new AnswerTable();

    /** Whose key, and on which route. */
    public record Key(String principal, String route, String key) {
        public String lock() {
            return "answer/" + principal + "/" + route + "/" + key;
        }
    }

    /** The answer, and a digest of what was asked. */
    public record Row(Key key, String digest, int status, String body, Instant createdAt) {}

    private AnswerTable() {
        super(
                "answers",
                List.of("principal", "route", "key"),
                Row::key,
                List.of("digest", "status", "body", "created_at"),
                false);
    }

    /** Forgets a page of answers that are older than a moment; says how many. */
    public int forget(Sql sql, Instant before, int limit) throws SQLException {
        return sql.update(
                "DELETE FROM answers WHERE (principal, route, key) IN (SELECT principal, route, key"
                        + " FROM answers WHERE created_at < ? ORDER BY created_at LIMIT ?)",
                before.toEpochMilli(),
                limit);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.principal, key.route, key.key};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(row.getString(1), row.getString(2), row.getString(3)),
                row.getString(4),
                row.getInt(5),
                row.getString(6),
                Instant.ofEpochMilli(row.getLong(7)));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(4, row.digest);
        statement.setLong(5, row.status);
        statement.setString(6, row.body);
        statement.setLong(7, row.createdAt.toEpochMilli());
    }
}

package dev.parley.store.table;

import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Who is let in at the console, known by the hash of what the browser has. */
public final class LoginTable extends Table<String, LoginTable.Row> {
    /** What a browser has. */
    public enum Kind {
        /** A cookie, for as long as it is used. */
        SESSION,
        /** An address that opens one session. */
        LINK
    }

    private static final String SELECT =
            "SELECT hash, login_id, token_id, kind, due, ends FROM logins";

    public static final LoginTable TABLE = new LoginTable();

    /**
     * One of them.
     *
     * @param tokenId whose bearer it lets in
     * @param due in hub time
     * @param ends the latest that this can become
     */
    public record Row(String hash, String loginId, String tokenId, Kind kind, long due, long ends) {
        public boolean isGood(Kind wanted, long now) {
            return kind == wanted && now < due;
        }

        public Row until(long later) {
            return new Row(hash, loginId, tokenId, kind, Math.min(later, ends), ends);
        }
    }

    private LoginTable() {
        super(
                "logins",
                List.of("hash"),
                Row::hash,
                List.of("login_id", "token_id", "kind", "due", "ends"),
                false);
    }

    public Optional<Row> find(Sql sql, String hash) throws SQLException {
        return sql.row(SELECT + " WHERE hash = ?", this::read, hash);
    }

    public Optional<Row> byId(Sql sql, String loginId) throws SQLException {
        return sql.row(SELECT + " WHERE login_id = ?", this::read, loginId);
    }

    public boolean isThere(Sql sql, String loginId) throws SQLException {
        return byId(sql, loginId).isPresent();
    }

    /** Those of a token beside its newest ones. */
    public List<Row> olderThanNewest(Sql sql, String tokenId, Kind kind, int newest)
            throws SQLException {
        return sql.rows(
                SELECT
                        + " WHERE token_id = ? AND kind = ? AND login_id <= (SELECT login_id FROM"
                        + " logins WHERE token_id = ? AND kind = ? ORDER BY login_id DESC LIMIT 1"
                        + " OFFSET ?)",
                this::read,
                tokenId,
                Wire.name(kind),
                tokenId,
                Wire.name(kind),
                newest);
    }

    /** Those whose time is over at a moment, the first of them first. */
    public List<Row> over(Sql sql, long then, int limit) throws SQLException {
        return sql.rows(SELECT + " WHERE due <= ? ORDER BY due LIMIT ?", this::read, then, limit);
    }

    @Override
    protected Object[] key(String key) {
        return new Object[] {key};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                Wire.read(Kind.class, "kind", row.getString(4)),
                row.getLong(5),
                row.getLong(6));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(2, row.loginId);
        statement.setString(3, row.tokenId);
        statement.setString(4, Wire.name(row.kind));
        statement.setLong(5, row.due);
        statement.setLong(6, row.ends);
    }
}

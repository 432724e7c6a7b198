package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Every token, known by its hash alone. */
public final class TokenTable extends Table<String, TokenTable.Row> {
    public static final TokenTable TABLE = new TokenTable();

    private static final String COLUMNS =
            "hash, token_id, space, role, name, agent, created_at, expires_at, revoked_at";

    /** One token. */
    public record Row(
            String hash,
            String tokenId,
            String space,
            String role,
            String name,
            @Nullable String agent,
            Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant revokedAt) {
        public Row revoked(Instant at) {
            return new Row(hash, tokenId, space, role, name, agent, createdAt, expiresAt, at);
        }

        public boolean isValid(Instant now) {
            return revokedAt == null && (expiresAt == null || now.isBefore(expiresAt));
        }
    }

    private TokenTable() {
        super(
                "tokens",
                List.of("hash"),
                Row::hash,
                List.of(
                        "token_id",
                        "space",
                        "role",
                        "name",
                        "agent",
                        "created_at",
                        "expires_at",
                        "revoked_at"),
                false);
    }

    public Optional<Row> find(Sql sql, String hash) throws SQLException {
        return sql.row("SELECT " + COLUMNS + " FROM tokens WHERE hash = ?", this::read, hash);
    }

    public Optional<Row> byId(Sql sql, String tokenId) throws SQLException {
        return sql.row(
                "SELECT " + COLUMNS + " FROM tokens WHERE token_id = ?", this::read, tokenId);
    }

    /** Tokens of the space after an id, in the order of ids, which is that of their making. */
    public List<Row> after(Sql sql, String space, String tokenId, int limit) throws SQLException {
        return sql.rows(
                "SELECT "
                        + COLUMNS
                        + " FROM tokens WHERE space = ? AND token_id > ? ORDER BY token_id LIMIT ?",
                this::read,
                space,
                tokenId,
                limit);
    }

    /** The same without those that were revoked or have expired. */
    public List<Row> inForce(Sql sql, String space, String tokenId, Instant now, int limit)
            throws SQLException {
        return sql.rows(
                "SELECT "
                        + COLUMNS
                        + " FROM tokens WHERE space = ? AND token_id > ? AND revoked_at IS NULL"
                        + " AND (expires_at IS NULL OR expires_at > ?) ORDER BY token_id LIMIT ?",
                this::read,
                space,
                tokenId,
                now.toEpochMilli(),
                limit);
    }

    /** Whether an agent was ever given one, valid or not. */
    public boolean isGiven(Sql sql, Space space, AgentName agent) throws SQLException {
        return sql.row(
                        "SELECT 1 FROM tokens WHERE space = ? AND agent = ? LIMIT 1",
                        _ -> true,
                        space.value(),
                        agent.value())
                .isPresent();
    }

    /** Which roles the valid ones of an agent have, in order. */
    public List<String> roles(Sql sql, Space space, AgentName agent, Instant now)
            throws SQLException {
        return sql.rows(
                "SELECT DISTINCT role FROM tokens WHERE space = ? AND agent = ?"
                        + " AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ?)"
                        + " ORDER BY role",
                row -> row.getString(1),
                space.value(),
                agent.value(),
                now.toEpochMilli());
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
                row.getString(4),
                row.getString(5),
                row.getString(6),
                Instant.ofEpochMilli(row.getLong(7)),
                Columns.instant(row, 8),
                Columns.instant(row, 9));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(2, row.tokenId);
        statement.setString(3, row.space);
        statement.setString(4, row.role);
        statement.setString(5, row.name);
        statement.setString(6, row.agent);
        statement.setLong(7, row.createdAt.toEpochMilli());
        Columns.bind(statement, 8, row.expiresAt);
        Columns.bind(statement, 9, row.revokedAt);
    }
}

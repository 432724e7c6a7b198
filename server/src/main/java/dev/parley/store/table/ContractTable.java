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

/** Agents that the hub runs because its owner has said so. */
public final class ContractTable extends Table<AgentTable.Key, ContractTable.Row> {
    private static final String SELECT =
            "SELECT space, agent, terms, made_by, made_at FROM contracts";

    public static final ContractTable TABLE = new ContractTable();

    /**
     * One of them.
     *
     * @param terms as they would stand in the configuration, as JSON
     */
    public record Row(AgentTable.Key key, String terms, String madeBy, Instant madeAt) {}

    private ContractTable() {
        super(
                "contracts",
                List.of("space", "agent"),
                Row::key,
                List.of("terms", "made_by", "made_at"),
                false);
    }

    public List<Row> all(Sql sql) throws SQLException {
        return sql.rows(SELECT + " ORDER BY space, agent", this::read);
    }

    public Optional<Row> find(Sql sql, AgentTable.Key key) throws SQLException {
        return sql.row(SELECT + " WHERE space = ? AND agent = ?", this::read, key(key));
    }

    @Override
    protected Object[] key(AgentTable.Key key) {
        return new Object[] {key.space().value(), key.name().value()};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new AgentTable.Key(new Space(row.getString(1)), new AgentName(row.getString(2))),
                row.getString(3),
                row.getString(4),
                Instant.ofEpochMilli(row.getLong(5)));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(3, row.terms);
        statement.setString(4, row.madeBy);
        statement.setLong(5, row.madeAt.toEpochMilli());
    }
}

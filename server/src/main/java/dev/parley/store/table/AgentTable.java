package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.Space;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The cards of all agents. */
public final class AgentTable extends Table<AgentTable.Key, AgentTable.Row> {
    public static final AgentTable TABLE = new AgentTable();

    private static final String SELECT =
            "SELECT space, name, description, capabilities, parent, tool_role, updated_by,"
                    + " updated_at FROM agents WHERE space = ?";

    /** SQLite takes the tables of a CROSS JOIN in the order given, so children by their parents. */
    static final String HEIGHT =
            "WITH RECURSIVE below(name, level) AS (SELECT name, 1 FROM agents"
                    + " WHERE space = ? AND name = ?"
                    + " UNION ALL SELECT child.name, level + 1 FROM below CROSS JOIN agents AS child"
                    + " WHERE level <= ? AND child.space = ? AND child.parent = below.name)"
                    + " SELECT max(level) FROM below";

    static final String EVERYBODY =
            "SELECT name FROM agents WHERE space = ? AND name > ?"
                    + " UNION SELECT agent FROM instances WHERE space = ? AND agent > ?"
                    + " ORDER BY 1 LIMIT ?";

    /** An agent within its space. */
    public record Key(Space space, AgentName name) {}

    /**
     * One card.
     *
     * @param capabilities what work it can be given, for routing
     * @param parent whose child it is in the tree
     * @param toolRole how far its tools reach
     */
    public record Row(
            Key key,
            String description,
            List<String> capabilities,
            @Nullable AgentName parent,
            @Nullable String toolRole,
            String updatedBy,
            Instant updatedAt) {
        public Row {
            capabilities = List.copyOf(capabilities);
        }
    }

    private AgentTable() {
        super(
                "agents",
                List.of("space", "name"),
                Row::key,
                List.of(
                        "description",
                        "capabilities",
                        "parent",
                        "tool_role",
                        "updated_by",
                        "updated_at"),
                false);
    }

    public Optional<Row> find(Sql sql, Key key) throws SQLException {
        return sql.row(SELECT + " AND name = ?", this::read, key(key));
    }

    /** Those of a space after a name, in the order of their names. */
    public List<Row> after(Sql sql, Space space, String name, int limit) throws SQLException {
        return sql.rows(
                SELECT + " AND name > ? ORDER BY name LIMIT ?",
                this::read,
                space.value(),
                name,
                limit);
    }

    /** Those of a space after a name that have a card or were seen, in the order of their names. */
    public List<Key> everybody(Sql sql, Space space, String name, int limit) throws SQLException {
        return sql.rows(
                EVERYBODY,
                row -> new Key(space, new AgentName(row.getString(1))),
                space.value(),
                name,
                space.value(),
                name,
                limit);
    }

    /** An agent's children, in the order of their names. */
    public List<Row> childrenOf(Sql sql, Key parent, int limit) throws SQLException {
        return sql.rows(
                SELECT + " AND parent = ? ORDER BY name LIMIT ?",
                this::read,
                parent.space.value(),
                parent.name.value(),
                limit);
    }

    /** How many levels an agent and those under it take; stops counting beyond a bound. */
    public int height(Sql sql, Key agent, int most) throws SQLException {
        return (int)
                sql.number(
                        HEIGHT, agent.space.value(), agent.name.value(), most, agent.space.value());
    }

    /** Held by whoever changes the tree of a space. */
    public static String lock(Space space) {
        return "agents/" + space;
    }

    @Override
    protected boolean isRemembered() {
        return true;
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.space.value(), key.name.value()};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        var parent = row.getString(5);
        return new Row(
                new Key(new Space(row.getString(1)), new AgentName(row.getString(2))),
                row.getString(3),
                words(row.getString(4)),
                parent == null ? null : new AgentName(parent),
                row.getString(6),
                row.getString(7),
                Instant.ofEpochMilli(row.getLong(8)));
    }

    private static List<String> words(String json) {
        return Json.parse(json).valueStream().map(word -> word.textValue()).toList();
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        var words = Json.array();
        row.capabilities.forEach(words::add);
        statement.setString(3, row.description);
        statement.setString(4, Json.write(words));
        statement.setString(5, row.parent == null ? null : row.parent.value());
        statement.setString(6, row.toolRole);
        statement.setString(7, row.updatedBy);
        statement.setLong(8, row.updatedAt.toEpochMilli());
    }
}

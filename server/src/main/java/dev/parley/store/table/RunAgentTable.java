package dev.parley.store.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.parley.protocol.Act;
import dev.parley.protocol.AgentState;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What each agent does in a run, what it waits for there, and which assignments it holds. */
public final class RunAgentTable extends Table<RunAgentTable.Key, RunAgentTable.Row> {
    private static final String SELECT =
            "SELECT space, run_id, agent, state, waits_for, holds FROM run_agents";

    static final String WAITING =
            SELECT
                    + " WHERE space = ? AND agent = ? AND run_id IN (SELECT run_id FROM awaited"
                    + " WHERE space = ? AND asker = ? AND state = 'open')"
                    + " ORDER BY run_id LIMIT ?";

    public static final RunAgentTable TABLE = new RunAgentTable();

    /** An agent in a run, by its own name. */
    public record Key(RunKey run, String agent) {}

    /**
     * Something an agent waits for.
     *
     * @param seq the message that expects the reply
     * @param agent who should reply
     * @param suspended whether it waits only in name, because it was itself asked something about
     *     it
     */
    public record Edge(long seq, Act act, String agent, boolean suspended) {}

    /**
     * How the agent stands.
     *
     * @param holds the assignments it has not reported on, by seq, oldest first
     */
    public record Row(Key key, AgentState state, List<Edge> waitsFor, List<Long> holds) {
        public Row {
            waitsFor = List.copyOf(waitsFor);
            holds = List.copyOf(holds);
        }

        /** An agent of whom nothing has been heard yet. */
        public static Row idle(Key key) {
            return new Row(key, AgentState.IDLE, List.of(), List.of());
        }

        public Row state(AgentState now) {
            return new Row(key, now, waitsFor, holds);
        }

        public Row waitsFor(List<Edge> now) {
            return new Row(key, state, now, holds);
        }

        public Row holding(long assignment) {
            var more = Stream.concat(holds.stream(), Stream.of(assignment)).toList();
            return new Row(key, state, waitsFor, more);
        }

        public Row without(long assignment) {
            var rest = holds.stream().filter(held -> held != assignment).toList();
            return new Row(key, state, waitsFor, rest);
        }
    }

    private RunAgentTable() {
        super(
                "run_agents",
                List.of("space", "run_id", "agent"),
                Row::key,
                List.of("state", "waits_for", "holds"),
                false);
    }

    public Optional<Row> find(Sql sql, Key key) throws SQLException {
        return sql.row(
                SELECT + " WHERE space = ? AND run_id = ? AND agent = ?", this::read, key(key));
    }

    /** Everybody who has been heard of in the run, in the order of their names. */
    public List<Row> of(Sql sql, RunKey run, String after, int limit) throws SQLException {
        return sql.rows(
                SELECT + " WHERE space = ? AND run_id = ? AND agent > ? ORDER BY agent LIMIT ?",
                this::read,
                run.space().value(),
                run.run().value(),
                after,
                limit);
    }

    /** How an agent stands in the runs where it waits for something, in their order. */
    public List<Row> waiting(Sql sql, Space space, String agent, int limit) throws SQLException {
        return sql.rows(WAITING, this::read, space.value(), agent, space.value(), agent, limit);
    }

    @Override
    protected boolean isRemembered() {
        return true;
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.run.space().value(), key.run.run().value(), key.agent};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(RunKey.of(row.getString(1), row.getString(2)), row.getString(3)),
                Wire.read(AgentState.class, "state", row.getString(4)),
                Json.parse(row.getString(5)).valueStream().map(RunAgentTable::edge).toList(),
                Json.parse(row.getString(6)).valueStream().map(JsonNode::longValue).toList());
    }

    private static Edge edge(JsonNode edge) {
        return new Edge(
                edge.path("seq").longValue(),
                Wire.read(Act.class, "act", edge.path("act").textValue()),
                edge.path("agent").textValue(),
                edge.path("suspended").booleanValue());
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        var edges = Json.array();
        for (var edge : row.waitsFor) {
            edges.addObject()
                    .put("seq", edge.seq)
                    .put("act", Wire.name(edge.act))
                    .put("agent", edge.agent)
                    .put("suspended", edge.suspended);
        }
        var holds = Json.array();
        row.holds.forEach(holds::add);
        statement.setString(4, Wire.name(row.state));
        statement.setString(5, Json.write(edges));
        statement.setString(6, Json.write(holds));
    }
}

package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which agent holds which role in a run. */
public final class ParticipantTable extends Table<ParticipantTable.Key, ParticipantTable.Row> {
    public static final ParticipantTable TABLE = new ParticipantTable();

    static final String OF_RUNS =
            "SELECT run_id, agent FROM participants WHERE space = ? AND run_id IN ("
                    + Handfuls.MARKS
                    + ") ORDER BY run_id, role";

    /** A role within a run. */
    public record Key(RunKey run, String role) {}

    /** The agent that holds it. */
    public record Row(Key key, AgentName agent) {}

    private ParticipantTable() {
        super(
                "participants",
                List.of("space", "run_id", "role"),
                Row::key,
                List.of("agent"),
                false);
    }

    /** Every role of the run, in the order of their names. */
    public Map<String, AgentName> of(Sql sql, RunKey run) throws SQLException {
        var roles = new LinkedHashMap<String, AgentName>();
        sql.rows(
                "SELECT role, agent FROM participants WHERE space = ? AND run_id = ? ORDER BY role",
                row -> roles.put(row.getString(1), new AgentName(row.getString(2))),
                run.space().value(),
                run.run().value());
        return roles;
    }

    /** The agents of each of some runs; those without any are left out. */
    public Map<RunId, Set<String>> of(Sql sql, Space space, List<RunId> runs) throws SQLException {
        var agents = new HashMap<RunId, Set<String>>();
        Handfuls.each(
                sql,
                OF_RUNS,
                space,
                runs,
                row ->
                        agents.computeIfAbsent(
                                        new RunId(row.getString(1)), _ -> new LinkedHashSet<>())
                                .add(row.getString(2)));
        return agents;
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.run.space().value(), key.run.run().value(), key.role};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        var run = RunKey.of(row.getString(1), row.getString(2));
        return new Row(new Key(run, row.getString(3)), new AgentName(row.getString(4)));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(4, row.agent.value());
    }
}

package dev.parley.store.table;

import dev.parley.protocol.AgentName;
import dev.parley.protocol.InstanceId;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The running copies of all agents. */
public final class InstanceTable extends Table<InstanceTable.Key, InstanceTable.Row> {
    public static final InstanceTable TABLE = new InstanceTable();

    private static final String SELECT =
            "SELECT space, agent, instance, state, last_seen, started_at, state_since FROM instances"
                    + " WHERE space = ? AND agent = ?";

    static final String SUMS =
            "SELECT agent, sum(live), sum(CASE WHEN state = 'busy' THEN live ELSE 0 END),"
                    + " sum(CASE WHEN state = 'idle' THEN live ELSE 0 END), max(last_seen),"
                    + " min(CASE WHEN live = 1 THEN last_seen END)"
                    + " FROM (SELECT agent, state, last_seen, CASE WHEN state <> 'end'"
                    + " AND last_seen > ? THEN 1 ELSE 0 END AS live FROM instances"
                    + " WHERE space = ? AND agent >= ? AND agent <= ?) AS known GROUP BY agent";

    static final String LAST_SEEN =
            "SELECT agent, max(last_seen) FROM instances WHERE space = ? AND agent IN ("
                    + Handfuls.MARKS
                    + ") AND state <> 'end' GROUP BY agent";

    static final String FORGET =
            "DELETE FROM instances WHERE (space, agent, instance) IN (SELECT space, agent,"
                    + " instance FROM instances WHERE last_seen < ? ORDER BY last_seen LIMIT ?)";

    /** Takes the newest from the index by age, else SQLite would walk the whole table. */
    static final String LIVE =
            "SELECT space, agent, count(*), sum(CASE WHEN state = 'busy' THEN 1 ELSE 0 END),"
                    + " sum(CASE WHEN state = 'idle' THEN 1 ELSE 0 END) FROM (SELECT space, agent,"
                    + " state FROM instances WHERE last_seen > ? ORDER BY last_seen DESC LIMIT ?)"
                    + " AS newest WHERE state <> 'end' GROUP BY space, agent";

    /** How many copies of an agent are there, and what they do. */
    public record Live(Space space, AgentName agent, int live, int busy, int idle) {
        /** What the agent as a whole does: the busiest of its instances. */
        public InstanceState state() {
            if (busy > 0) {
                return InstanceState.BUSY;
            }
            return idle > 0 ? InstanceState.IDLE : InstanceState.START;
        }
    }

    /** One copy of an agent within its space. */
    public record Key(Space space, AgentName agent, InstanceId instance) {
        public String lock() {
            return "instances/" + space + "/" + agent;
        }
    }

    /**
     * One copy.
     *
     * @param lastSeen in hub time
     * @param startedAt on the wall clock
     * @param since when it began to do what it does, in hub time
     */
    public record Row(Key key, InstanceState state, long lastSeen, Instant startedAt, long since) {
        /** The same, seen at this moment of hub time, unless it was seen later. */
        public Row seen(long at) {
            return new Row(key, state, Math.max(lastSeen, at), startedAt, since);
        }

        /** Whether it has not ended and was seen after a moment of hub time. */
        public boolean isLive(long since) {
            return state != InstanceState.END && lastSeen > since;
        }
    }

    /**
     * An agent's copies taken together.
     *
     * @param live how many there are at present
     * @param lastSeen when one of them was last seen, in hub time
     * @param firstSeen the same of the live one that is silent for longest
     */
    public record Sum(
            AgentName agent, int live, int busy, int idle, long lastSeen, long firstSeen) {
        /** Whether those that were live are so after this moment of hub time, too. */
        public boolean isStill(long since) {
            return live == 0 || firstSeen > since;
        }
    }

    private InstanceTable() {
        super(
                "instances",
                List.of("space", "agent", "instance"),
                Row::key,
                List.of("state", "last_seen", "started_at", "state_since"),
                false);
    }

    public Optional<Row> find(Sql sql, Key key) throws SQLException {
        return sql.row(SELECT + " AND instance = ?", this::read, key(key));
    }

    /** An agent's copies, in the order of their ids. */
    public List<Row> of(Sql sql, Space space, AgentName agent, int limit) throws SQLException {
        return sql.rows(
                SELECT + " ORDER BY instance LIMIT ?",
                this::read,
                space.value(),
                agent.value(),
                limit);
    }

    /** Those of some agents that have a copy which was seen since a moment of hub time. */
    public Set<AgentName> live(Sql sql, Space space, List<AgentName> agents, long since)
            throws SQLException {
        var live = new HashSet<AgentName>();
        Handfuls.eachAgent(
                sql,
                LAST_SEEN,
                space,
                agents,
                row -> row.getLong(2) > since && live.add(new AgentName(row.getString(1))));
        return live;
    }

    /** The copies of each agent from one name to another, taken together. */
    public List<Sum> sums(Sql sql, Space space, AgentName from, AgentName to, long since)
            throws SQLException {
        return sql.rows(
                SUMS,
                row ->
                        new Sum(
                                new AgentName(row.getString(1)),
                                row.getInt(2),
                                row.getInt(3),
                                row.getInt(4),
                                row.getLong(5),
                                row.getLong(6)),
                since,
                space.value(),
                from.value(),
                to.value());
    }

    /** The agents of all spaces that have copies which were seen since a moment of hub time. */
    public List<Live> live(Sql sql, long since, int limit) throws SQLException {
        return sql.rows(
                LIVE,
                row ->
                        new Live(
                                new Space(row.getString(1)),
                                new AgentName(row.getString(2)),
                                row.getInt(3),
                                row.getInt(4),
                                row.getInt(5)),
                since,
                limit);
    }

    /** Forgets a page of those that were last seen before a moment of hub time; says how many. */
    public int forget(Sql sql, long before, int limit) throws SQLException {
        return sql.update(FORGET, before, limit);
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.space.value(), key.agent.value(), key.instance.value()};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(
                        new Space(row.getString(1)),
                        new AgentName(row.getString(2)),
                        new InstanceId(row.getString(3))),
                Wire.read(InstanceState.class, "state", row.getString(4)),
                row.getLong(5),
                Instant.ofEpochMilli(row.getLong(6)),
                row.getLong(7));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(4, Wire.name(row.state));
        statement.setLong(5, row.lastSeen);
        statement.setLong(6, row.startedAt.toEpochMilli());
        statement.setLong(7, row.since);
    }
}

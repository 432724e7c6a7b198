package dev.parley.store.postgres;

import dev.parley.bus.Heads;
import dev.parley.bus.Topic;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.store.Store;
import java.sql.Array;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks the shared database how far runs and inboxes have come, all of them in one statement. */
public final class PostgresHeads implements Heads {
    private static final String SQL =
            """
            SELECT 'run', space, run_id, head FROM runs
            JOIN unnest(?::text[], ?::text[]) AS w(space, run_id) USING (space, run_id)
            UNION ALL
            SELECT 'inbox', space, recipient, head FROM inbox_heads
            JOIN unnest(?::text[], ?::text[]) AS w(space, recipient) USING (space, recipient)
            """;

    private final Store store;

    public PostgresHeads(Store store) {
        this.store = store;
    }

    /** Names in one column of the statement, and the spaces that they are in. */
    private record Names(List<String> spaces, List<String> names) {
        Names() {
            this(new ArrayList<>(), new ArrayList<>());
        }

        void add(Space space, String name) {
            spaces.add(space.value());
            names.add(name);
        }
    }

    @Override
    public Map<Topic, Long> read(Set<Topic> topics) {
        var runs = new Names();
        var inboxes = new Names();
        for (var topic : topics) {
            switch (topic) {
                case Topic.Run(var space, var run) -> runs.add(space, run.value());
                case Topic.Inbox(var space, var recipient) -> inboxes.add(space, recipient);
                case Topic.Token _ -> {} // looked at by whoever waits, once its run has changed
            }
        }
        var heads = new HashMap<Topic, Long>();
        store.read(
                sql ->
                        sql.rows(
                                SQL,
                                row -> heads.put(topic(row), row.getLong(4)),
                                array(sql.connection(), runs.spaces),
                                array(sql.connection(), runs.names),
                                array(sql.connection(), inboxes.spaces),
                                array(sql.connection(), inboxes.names)));
        return heads;
    }

    private static Topic topic(ResultSet row) throws SQLException {
        var space = new Space(row.getString(2));
        return row.getString(1).equals("run")
                ? new Topic.Run(space, new RunId(row.getString(3)))
                : new Topic.Inbox(space, row.getString(3));
    }

    private static Array array(Connection connection, List<String> values) throws SQLException {
        return connection.createArrayOf("text", values.toArray());
    }
}

package dev.parley.store.postgres;

import dev.parley.bus.Heads;
import dev.parley.bus.Topic;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.store.Store;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Asks the shared database how far runs have come, all of them in one statement. */
public final class PostgresHeads implements Heads {
    private static final String SQL =
            """
            SELECT space, run_id, head FROM runs
            JOIN unnest(?::text[], ?::text[]) AS w(space, run_id) USING (space, run_id)
            """;

    /** Any other set of open questions gives another number, whatever was opened and closed. */
    private static final String QUESTIONS =
            """
            SELECT space, sum(hashtextextended(run_id, seq)::numeric) % 1000000007 FROM questions
            WHERE state = 'open' AND space = ANY(?::text[]) GROUP BY space
            """;

    private final Store store;

    public PostgresHeads(Store store) {
        this.store = store;
    }

    @Override
    public Map<Topic, Long> read(Set<Topic> topics) {
        var spaces = new ArrayList<String>();
        var runs = new ArrayList<String>();
        var asked = new ArrayList<String>();
        for (var topic : topics) {
            switch (topic) {
                case Topic.Run(var space, var run) -> {
                    spaces.add(space.value());
                    runs.add(run.value());
                }
                case Topic.Questions(var space) -> asked.add(space.value());
                case Topic.Token _ -> {} // looked at by whoever waits, once its run has changed
            }
        }
        var heads = new HashMap<Topic, Long>();
        store.read(
                sql ->
                        sql.rows(
                                SQL,
                                row ->
                                        heads.put(
                                                topic(row.getString(1), row.getString(2)),
                                                row.getLong(3)),
                                array(sql.connection(), spaces),
                                array(sql.connection(), runs)));
        if (!asked.isEmpty()) {
            store.read(
                    sql ->
                            sql.rows(
                                    QUESTIONS,
                                    row ->
                                            heads.put(
                                                    new Topic.Questions(
                                                            new Space(row.getString(1))),
                                                    row.getLong(2)),
                                    array(sql.connection(), asked)));
        }
        return heads;
    }

    private static Topic topic(String space, String run) {
        return new Topic.Run(new Space(space), new RunId(run));
    }

    private static Array array(Connection connection, List<String> values) throws SQLException {
        return connection.createArrayOf("text", values.toArray());
    }
}

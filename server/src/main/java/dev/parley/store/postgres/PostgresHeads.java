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

/** Asks the shared database how far everything that is watched has come, in one statement. */
public final class PostgresHeads implements Heads {
    /**
     * Runs by their heads, work by what was queued last, the feed by the last entry that readers
     * are shown, tokens by whether they were revoked, console sessions by whether they are gone.
     */
    private static final String SQL =
            """
            SELECT 'run', space, run_id, head FROM runs
            JOIN unnest(?::text[], ?::text[]) AS w(space, run_id) USING (space, run_id)
            UNION ALL
            SELECT 'inbox', space, recipient, head FROM inbox_heads
            JOIN unnest(?::text[], ?::text[]) AS w(space, recipient) USING (space, recipient)
            UNION ALL
            SELECT 'work', w.space, w.target, (SELECT max(queued_at) FROM tasks t
            WHERE t.space = w.space AND t.target = w.target AND t.state = 'queued')
            FROM unnest(?::text[], ?::text[]) AS w(space, target)
            UNION ALL
            SELECT 'events', space, '', head FROM event_heads WHERE space = ANY (?::text[])
            UNION ALL
            SELECT 'token', '', token_id, revoked_at FROM tokens
            WHERE token_id = ANY (?::text[]) AND revoked_at IS NOT NULL
            UNION ALL
            SELECT 'login', '', w.id, 1 FROM unnest(?::text[]) AS w(id)
            WHERE NOT EXISTS (SELECT 1 FROM logins WHERE login_id = w.id)
            UNION ALL
            (SELECT 'feed', '', '', n FROM feed
            WHERE ? AND tx < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY tx DESC, n DESC LIMIT 1)
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
        var work = new Names();
        var published = new ArrayList<String>();
        var tokens = new ArrayList<String>();
        var logins = new ArrayList<String>();
        boolean feed = false;
        var asked = new ArrayList<String>();
        for (var topic : topics) {
            switch (topic) {
                case Topic.Run(var space, var run) -> runs.add(space, run.value());
                case Topic.Inbox(var space, var recipient) -> inboxes.add(space, recipient);
                case Topic.Work(var space, var target) -> work.add(space, target);
                case Topic.Events(var space) -> published.add(space.value());
                case Topic.Token(var token) -> tokens.add(token);
                case Topic.Login(var login) -> logins.add(login);
                case Topic.Feed _ -> feed = true;
                case Topic.Questions(var space) -> asked.add(space.value());
                case Topic.Awaiting _, Topic.Notices _, Topic.Turns _, Topic.Local _ -> {}
            }
        }
        boolean withFeed = feed;
        var heads = new HashMap<Topic, Long>();
        store.read(
                sql ->
                        sql.rows(
                                SQL,
                                row -> heads.put(topic(row), row.getLong(4)),
                                array(sql.connection(), runs.spaces),
                                array(sql.connection(), runs.names),
                                array(sql.connection(), inboxes.spaces),
                                array(sql.connection(), inboxes.names),
                                array(sql.connection(), work.spaces),
                                array(sql.connection(), work.names),
                                array(sql.connection(), published),
                                array(sql.connection(), tokens),
                                array(sql.connection(), logins),
                                withFeed));
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

    private static Topic topic(ResultSet row) throws SQLException {
        return switch (row.getString(1)) {
            case "run" -> new Topic.Run(new Space(row.getString(2)), new RunId(row.getString(3)));
            case "inbox" -> new Topic.Inbox(new Space(row.getString(2)), row.getString(3));
            case "work" -> new Topic.Work(new Space(row.getString(2)), row.getString(3));
            case "events" -> new Topic.Events(new Space(row.getString(2)));
            case "token" -> new Topic.Token(row.getString(3));
            case "login" -> new Topic.Login(row.getString(3));
            default -> new Topic.Feed();
        };
    }

    private static Array array(Connection connection, List<String> values) throws SQLException {
        return connection.createArrayOf("text", values.toArray());
    }
}

package dev.parley.store.table;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.store.Sql;
import dev.parley.store.postgres.PostgresStores;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What PostgreSQL is asked costs what is answered, however much there is for others. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresPlansTest {
    /** Of thirty thousand messages every thousandth is for the one who asks. */
    private static final List<String> MUCH_MAIL =
            List.of(
                    """
                    CREATE TEMPORARY TABLE mail AS SELECT n, 'run_' || n % 50 AS run_id,
                        CASE WHEN n % 1000 = 0 THEN 'me' ELSE 'agent' || n % 7 END AS recipient
                    FROM generate_series(1, 30000) AS n""",
                    """
                    INSERT INTO messages (space, run_id, message_id, seq, kind, created_at,
                        checksum, digest, body)
                    SELECT 'default', run_id, 'msg_' || n, n, 'message', n, 0, '', 'body' FROM mail""",
                    """
                    INSERT INTO receipts (space, run_id, recipient, seq, state, needs_ack)
                    SELECT 'default', run_id, recipient, n, 'queued', 0 FROM mail""",
                    """
                    INSERT INTO inbox (space, recipient, position, run_id, seq, attempt)
                    SELECT 'default', recipient,
                        row_number() OVER (PARTITION BY recipient ORDER BY n), run_id, n, 1
                    FROM mail""",
                    """
                    INSERT INTO inbox_unread (space, recipient, run_id, seq, position, digest)
                    SELECT 'default', recipient, run_id, n, n, '{}' FROM mail""",
                    """
                    INSERT INTO inbox_cursors (space, recipient, instance, position)
                    SELECT 'default', 'agent' || n, '', 1 FROM generate_series(1, 5000) AS n""",
                    """
                    INSERT INTO tasks (space, run_id, state, target, needs, route, priority, place,
                        queued_at, fence, attempts, released, max_attempts, holder, instance, due, lease_ms,
                        deadline_at, requester, created_by, created_at)
                    SELECT 'default', 'run_' || n,
                        CASE WHEN n % 3 = 0 THEN 'queued' WHEN n % 300 = 1 THEN 'running'
                            ELSE 'completed' END,
                        CASE WHEN n % 2 = 0 THEN 'agent' || n % 50 ELSE '' END, 'java',
                        n % 500 + 1, 0, n, n, 1, 1, 0, 3,
                        CASE WHEN n % 3 > 0 THEN 'agent' || n % 50 END, '',
                        CASE WHEN n % 300 = 1 THEN n END, 60000,
                        CASE WHEN n % 100 = 0 THEN n END, 'agent' || n % 40, 'owner', n
                    FROM generate_series(1, 30000) AS n""",
                    """
                    INSERT INTO routes (space, number, target, needs)
                    SELECT 'default', n, '', 'java' FROM generate_series(1, 500) AS n""",
                    """
                    INSERT INTO fronts (space, route, target, needs, priority, place)
                    SELECT 'default', n, CASE WHEN n % 2 = 0 THEN 'agent' || n % 50 ELSE '' END,
                        'java', 0, n FROM generate_series(1, 5000) AS n""",
                    "INSERT INTO route_heads (space, number) VALUES ('default', 500)",
                    """
                    INSERT INTO open_routes (space, agent, has, route)
                    SELECT 'default', 'agent' || n % 40, 'java', n / 40 + 1
                    FROM generate_series(1, 8000) AS n""",
                    """
                    INSERT INTO turns (space, run_id, agent, seq, message_id, state, hub, created_at,
                        ended_at)
                    SELECT 'default', 'run_' || n % 2000, 'agent' || n % 50, n, 'msg_' || n,
                        CASE WHEN n % 4 = 0 THEN 'queued' WHEN n % 1000 = 1 THEN 'running'
                            ELSE 'done' END, 'hub_1', n,
                        CASE WHEN n % 4 > 0 AND n % 1000 <> 1 THEN n END
                    FROM generate_series(1, 30000) AS n""",
                    "ANALYZE");

    private Sql sql;

    /** The statements of a pull and of work, with what one would be called with. */
    enum Asked {
        INBOX(InboxTable.AFTER, "default", "me", 3L, 50),
        UNREAD(UnreadTable.UP_TO, "default", "me", 3L, 50),
        UNREAD_AHEAD(UnreadTable.AFTER, "default", "me", 3L, 50),
        UNREAD_COUNT(UnreadTable.COUNT, "default", "me", 3L, 50),
        RUN(MessageTable.FOR_RECIPIENT, "default", "run_0", "me", 3L, 50),
        OLDEST(InboxTable.FIRST_QUEUED, "default", "me", 3L, 2_000L),
        FURTHEST(InboxCursorTable.FURTHEST, "default", "me"),
        CLAIM(FrontTable.byRoute(1), "default", "agent1", "java"),
        CLAIM_OF_MANY(
                FrontTable.among(1),
                "default",
                "agent1",
                "agent1",
                "java",
                "default",
                "",
                "agent1",
                "java"),
        CLAIMED(OpenRouteTable.QUEUED, "default", 3L, 100L, 16),
        STREAM(TaskTable.ON_ROUTE, "default", 3L, 0L, 0L, 100L, 100),
        STREAM_OF_MANY(TaskTable.FOR_TARGET, "default", "agent2", 0L, 0L, 100L, 1_000),
        TASKS_WAITING(TaskTable.WAITING_FOR, "default", "agent2", 100),
        TASKS_IN_STATE(TaskTable.IN_STATE, "default", "default", "queued", "run_2", 50),
        TASKS_OF_AGENT(
                TaskTable.ofAgent(false),
                "default",
                "default",
                "agent1",
                "run_2",
                50,
                "default",
                "agent1",
                "run_2",
                50,
                "default",
                "agent1",
                "run_2",
                50,
                50),
        OVERDUE(TaskTable.OVERDUE, 100L, 100),
        LATE(TaskTable.LATE, 100L, 100),
        OLDEST_TASK(TaskCounts.OLDEST),
        NEXT_AGENT(TurnTable.NEXT_WAITING, "default", "agent1"),
        TURNS_OF_HUB(TurnTable.RUNNING, "hub_1", 500);

        private final String statement;
        private final Object[] arguments;

        Asked(String statement, Object... arguments) {
            this.statement = statement;
            this.arguments = arguments;
        }
    }

    @BeforeAll
    void muchMailForOthers() throws SQLException {
        sql = new PostgresStores().dialect().openWriter();
        for (var statement : MUCH_MAIL) {
            sql.execute(statement);
        }
    }

    @AfterAll
    void close() throws SQLException {
        sql.close();
    }

    @ParameterizedTest
    @EnumSource(Asked.class)
    void whatIsAskedIsAnsweredByIndexesInTheirOrder(Asked asked) throws SQLException {
        var plan =
                sql.rows(
                        "EXPLAIN (COSTS OFF) " + asked.statement,
                        row -> row.getString(1).strip(),
                        asked.arguments);
        assertThat(plan)
                .as("%s", asked)
                .anyMatch(step -> step.contains("Index"))
                .noneMatch(step -> step.matches(".*Seq Scan on (?!route_heads).*"));
    }
}

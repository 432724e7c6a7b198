package dev.parley.store.table;

import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Wire;
import dev.parley.protocol.codec.Json;
import dev.parley.store.Dialect;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Every streamed change, in the order in which it was committed. */
public final class FeedTable extends Table<FeedTable.Change, FeedTable.Change> {
    public static final FeedTable TABLE = new FeedTable();

    /** A message was appended to a run's log. */
    public static final String MESSAGE = "message";

    /** A message is delivered anew; the detail is to which agent, and how often it was by now. */
    public static final String REDELIVERY = "redelivery";

    /** An agent's state in a run has changed; the detail is the agent's name and its state. */
    public static final String STATE = "state";

    /** A question was opened or closed; the detail is its id and its state. */
    public static final String QUESTION = "question";

    /** A run has begun, or stands otherwise; the detail says how. */
    public static final String RUN = "run";

    /** A task stands otherwise; the detail says how, and to whom it is open. */
    public static final String TASK = "task";

    /** A session stands otherwise; the detail says how. */
    public static final String SESSION = "session";

    /**
     * What changed: the entry of a run's log that tells it or brought it about.
     *
     * @param detail what the entry alone does not tell, as JSON
     */
    public record Change(String type, RunKey run, long seq, @Nullable String detail) {
        public static Change message(RunKey run, long seq) {
            return new Change(MESSAGE, run, seq, null);
        }

        public static Change run(RunTable.Row run) {
            var standing = run.standing();
            var detail =
                    Json.object()
                            .put("status", Wire.name(standing.status()))
                            .put("paused", standing.paused())
                            .put("open_matters", standing.openMatters());
            if (standing.reason() != null) {
                detail.put("reason", standing.reason());
            }
            return new Change(RUN, run.key(), run.head(), Json.write(detail));
        }

        public static Change task(TaskRow task, long seq) {
            var detail =
                    Json.object()
                            .put("state", Wire.name(task.state()))
                            .put("attempt", task.attempts())
                            .put("fence", task.fence());
            if (task.isOpen()) {
                detail.put("open_to", task.queue().target());
            }
            return new Change(TASK, task.key(), seq, Json.write(detail));
        }

        public static Change again(ReceiptTable.Key key, int attempt) {
            var detail = Json.object().put("agent", key.recipient()).put("attempt", attempt);
            return new Change(REDELIVERY, key.run(), key.seq(), Json.write(detail));
        }
    }

    /** Where in the feed a reader stands; opaque to everybody else. */
    public record Position(long major, long minor) implements Comparable<Position> {
        public static final Position START = new Position(0, 0);

        @Override
        public int compareTo(Position other) {
            int order = Long.compare(major, other.major);
            return order == 0 ? Long.compare(minor, other.minor) : order;
        }

        @Override
        public String toString() {
            return major + "." + minor;
        }

        public static Position parse(String text) {
            var dot = text.indexOf('.');
            try {
                return new Position(
                        Long.parseLong(text.substring(0, dot)),
                        Long.parseLong(text.substring(dot + 1)));
            } catch (NumberFormatException | IndexOutOfBoundsException _) {
                throw new ParleyException(Problem.BAD_VALUE, "this is not a position of the feed");
            }
        }
    }

    /** A change and where it stands. */
    public record Entry(Position position, Change change) {}

    private FeedTable() {
        super(
                "feed",
                List.of("space", "type", "run_id", "seq"),
                Function.identity(),
                List.of("detail"),
                true);
    }

    /** Changes of all spaces after a position, in order. */
    public List<Entry> after(Sql sql, Dialect dialect, Position position, int limit)
            throws SQLException {
        return sql.rows(
                dialect.feedAfter(),
                row ->
                        new Entry(
                                new Position(row.getLong(1), row.getLong(2)),
                                new Change(
                                        row.getString(4),
                                        RunKey.of(row.getString(3), row.getString(5)),
                                        row.getLong(6),
                                        row.getString(7))),
                position.major,
                position.minor,
                limit);
    }

    /** Where the last entry stands that readers see. */
    public Position head(Sql sql, Dialect dialect) throws SQLException {
        return sql.row(dialect.feedHead(), row -> new Position(row.getLong(1), row.getLong(2)))
                .orElse(Position.START);
    }

    /** Runs, up to a limit, whose messages the feed does not tell each once. */
    public List<RunKey> incomplete(Sql sql, int limit) throws SQLException {
        return sql.rows(
                """
                SELECT r.space, r.run_id FROM runs r LEFT JOIN (
                    SELECT space, run_id, count(*) AS told, count(DISTINCT seq) AS seqs,
                    max(seq) AS last FROM feed
                    WHERE type = 'message' GROUP BY space, run_id) f
                ON f.space = r.space AND f.run_id = r.run_id
                WHERE r.head <> coalesce(f.told, 0) OR r.head <> coalesce(f.seqs, 0)
                OR r.head <> coalesce(f.last, 0) LIMIT ?
                """,
                row -> RunKey.of(row.getString(1), row.getString(2)),
                limit);
    }

    @Override
    protected Object[] key(Change key) {
        return new Object[] {key.run.space().value(), key.type, key.run.run().value(), key.seq};
    }

    @Override
    protected Change read(ResultSet row) throws SQLException {
        return new Change(
                row.getString(2),
                RunKey.of(row.getString(1), row.getString(3)),
                row.getLong(4),
                row.getString(5));
    }

    @Override
    protected void bind(PreparedStatement statement, Change row) throws SQLException {
        statement.setString(5, row.detail);
    }
}

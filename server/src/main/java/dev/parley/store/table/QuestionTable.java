package dev.parley.store.table;

import dev.parley.protocol.MessageId;
import dev.parley.protocol.ParleyException;
import dev.parley.protocol.Problem;
import dev.parley.protocol.Space;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Everything that was asked of people. */
public final class QuestionTable extends Table<QuestionTable.Key, QuestionTable.Row> {
    private static final List<String> REST =
            List.of(
                    "message_id",
                    "kind",
                    "asked_by",
                    "asked",
                    "digest",
                    "deadline",
                    "opened_at",
                    "state",
                    "decision",
                    "outcome");
    private static final String SELECT =
            "SELECT space, run_id, seq, " + String.join(", ", REST) + ", position FROM questions";

    static final String COUNT_OPEN =
            "SELECT count(*) FROM (SELECT 1 FROM questions WHERE state = 'open' LIMIT ?) AS counted";

    static final String GO_ON =
            "UPDATE questions SET deadline = (SELECT a.deadline FROM awaited a"
                    + " WHERE a.space = questions.space AND a.run_id = questions.run_id"
                    + " AND a.seq = questions.seq)"
                    + " WHERE space = ? AND run_id = ? AND state = 'open' AND deadline IS NOT NULL"
                    + " AND EXISTS (SELECT 1 FROM awaited a WHERE a.space = questions.space"
                    + " AND a.run_id = questions.run_id AND a.seq = questions.seq"
                    + " AND a.state = 'open' AND a.deadline IS NOT NULL)";

    private static final String SPENT = "spent";

    public static final QuestionTable TABLE = new QuestionTable();

    /** A question by the place of the entry that asks it. */
    public record Key(RunKey run, long seq) {
        /** How everybody outside names it. */
        public String id() {
            return run.run() + "." + seq;
        }

        public static Key of(Space space, String id) {
            int dot = id.lastIndexOf('.');
            try {
                return new Key(
                        RunKey.of(space.value(), id.substring(0, dot)),
                        Long.parseLong(id.substring(dot + 1)));
            } catch (IndexOutOfBoundsException | NumberFormatException | ParleyException _) {
                throw new ParleyException(Problem.UNKNOWN_QUESTION, "there is no such question");
            }
        }
    }

    /**
     * A question and what became of it.
     *
     * @param askedBy the agent, by name, or {@code system}
     * @param asked the words, context and choices, as JSON
     * @param digest of the exact action that an approval is for
     * @param decision what an approval was answered with, or that it was used since
     * @param outcome who closed it, when and with what, as JSON
     */
    public record Row(
            Key key,
            MessageId message,
            QuestionKind kind,
            String askedBy,
            String asked,
            @Nullable String digest,
            @Nullable Instant deadline,
            Instant openedAt,
            QuestionState state,
            @Nullable String decision,
            @Nullable String outcome) {
        public boolean isOpen() {
            return state == QuestionState.OPEN;
        }

        /** Whether a person has approved the action, and it was not carried out since. */
        public boolean isApproved() {
            return "approve".equals(decision);
        }

        /** The same once what was approved was begun: an approval is good for one time. */
        public Row spent() {
            return new Row(
                    key, message, kind, askedBy, asked, digest, deadline, openedAt, state, SPENT,
                    outcome);
        }

        public boolean isSpent() {
            return SPENT.equals(decision);
        }

        public Row closed(QuestionState how, @Nullable String decided, String with) {
            if (!state.next().contains(how)) {
                throw new IllegalStateException(key.id() + " is " + state + " already");
            }
            return new Row(
                    key, message, kind, askedBy, asked, digest, deadline, openedAt, how, decided,
                    with);
        }
    }

    /** A question and where it stands in the order in which all were asked. */
    public record Listed(long position, Row row) {}

    /**
     * Which questions are wanted.
     *
     * @param askedBy those of one agent
     */
    public record Filter(
            Space space, boolean onlyOpen, @Nullable String askedBy, @Nullable String run) {}

    private QuestionTable() {
        super("questions", List.of("space", "run_id", "seq"), Row::key, REST, false);
    }

    public Optional<Row> find(Sql sql, Key key) throws SQLException {
        return sql.row(
                SELECT + " WHERE space = ? AND run_id = ? AND seq = ?", this::read, key(key));
    }

    /** Those after a position, in the order in which they were asked. */
    public List<Listed> after(Sql sql, Filter filter, long position, int limit)
            throws SQLException {
        var where = new StringBuilder(" WHERE space = ? AND position > ?");
        var values = new ArrayList<Object>(List.of(filter.space.value(), position));
        if (filter.onlyOpen) {
            where.append(" AND state = 'open'");
        }
        if (filter.askedBy != null) {
            where.append(" AND asked_by = ?");
            values.add(filter.askedBy);
        }
        if (filter.run != null) {
            where.append(" AND run_id = ?");
            values.add(filter.run);
        }
        values.add(limit);
        return sql.rows(
                SELECT + where + " ORDER BY position LIMIT ?",
                row -> new Listed(row.getLong(4 + REST.size()), read(row)),
                values.toArray());
    }

    /** How many are open in all spaces, as far as a limit. */
    public long open(Sql sql, int limit) throws SQLException {
        return sql.number(COUNT_OPEN, limit);
    }

    /** The newest that a run's log held when it ended at a seq. */
    public Optional<Row> newest(Sql sql, RunKey run, long head) throws SQLException {
        return sql.row(
                SELECT + " WHERE space = ? AND run_id = ? AND seq <= ? ORDER BY seq DESC LIMIT 1",
                this::read,
                run.space().value(),
                run.run().value(),
                head);
    }

    /** What the newest decision about an exact action in a run was. */
    public Optional<Row> decided(Sql sql, RunKey run, String digest) throws SQLException {
        return sql.row(
                SELECT
                        + " WHERE space = ? AND run_id = ? AND digest = ? AND state = 'answered'"
                        + " ORDER BY seq DESC LIMIT 1",
                this::read,
                run.space().value(),
                run.run().value(),
                digest);
    }

    /**
     * What the hub has last asked for an agent about an exact action in a run. What an agent asks
     * in its own words stands in the log in its own name, and the hub's as {@code question}.
     */
    public Optional<Row> newest(Sql sql, RunKey run, String digest, String askedBy)
            throws SQLException {
        return sql.row(
                SELECT
                        + " WHERE space = ? AND run_id = ? AND digest = ? AND asked_by = ?"
                        + " AND EXISTS (SELECT 1 FROM messages m WHERE m.space = questions.space"
                        + " AND m.run_id = questions.run_id AND m.seq = questions.seq"
                        + " AND m.kind = 'question')"
                        + " ORDER BY seq DESC LIMIT 1",
                this::read,
                run.space().value(),
                run.run().value(),
                digest,
                askedBy);
    }

    /** The run goes on: there is time for an answer for as long as its asker now awaits it. */
    public void goOn(Sql sql, RunKey run) throws SQLException {
        sql.update(GO_ON, run.space().value(), run.run().value());
    }

    @Override
    protected Object[] key(Key key) {
        return new Object[] {key.run.space().value(), key.run.run().value(), key.seq};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new Key(RunKey.of(row.getString(1), row.getString(2)), row.getLong(3)),
                new MessageId(row.getString(4)),
                Wire.read(QuestionKind.class, "kind", row.getString(5)),
                row.getString(6),
                row.getString(7),
                row.getString(8),
                Columns.instant(row, 9),
                Instant.ofEpochMilli(row.getLong(10)),
                Wire.read(QuestionState.class, "state", row.getString(11)),
                row.getString(12),
                row.getString(13));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setString(4, row.message.value());
        statement.setString(5, Wire.name(row.kind));
        statement.setString(6, row.askedBy);
        statement.setString(7, row.asked);
        statement.setString(8, row.digest);
        Columns.bind(statement, 9, row.deadline);
        statement.setLong(10, row.openedAt.toEpochMilli());
        statement.setString(11, Wire.name(row.state));
        statement.setString(12, row.decision);
        statement.setString(13, row.outcome);
    }
}

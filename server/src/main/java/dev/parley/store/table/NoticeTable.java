package dev.parley.store.table;

import dev.parley.protocol.NoticeChannel;
import dev.parley.protocol.NoticeState;
import dev.parley.protocol.RunId;
import dev.parley.protocol.Space;
import dev.parley.protocol.TaskState;
import dev.parley.protocol.Wire;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What somebody outside is told of tasks, and whether they were. */
public final class NoticeTable extends Table<NoticeRow.Key, NoticeRow> {
    private static final List<String> REST =
            List.of(
                    "run_id",
                    "seq",
                    "about",
                    "channel",
                    "address",
                    "receiver",
                    "created_at",
                    "state",
                    "attempts",
                    "due",
                    "last_error");

    private static final String SELECT =
            "SELECT space, notice_id, " + String.join(", ", REST) + " FROM notices ";

    static final String OF_RUN =
            SELECT + "WHERE space = ? AND run_id = ? ORDER BY seq DESC LIMIT ?";

    static final String RECEIVER =
            "SELECT receiver FROM notices WHERE due IS NOT NULL AND receiver > ?"
                    + " ORDER BY receiver LIMIT 1";

    static final String DUE =
            SELECT + "WHERE due IS NOT NULL AND receiver = ? AND due <= ? ORDER BY due LIMIT ?";

    static final String FIRST_DUE =
            SELECT + "WHERE due IS NOT NULL AND due <= ? ORDER BY due LIMIT ?";

    static final String WAITING =
            "SELECT count(*) FROM (SELECT 1 FROM notices WHERE due IS NOT NULL LIMIT ?) AS counted";

    public static final NoticeTable TABLE = new NoticeTable();

    private NoticeTable() {
        super("notices", List.of("space", "notice_id"), NoticeRow::key, REST, false);
    }

    /** The newest of a task's, newest first. */
    public List<NoticeRow> of(Sql sql, RunKey task, int limit) throws SQLException {
        return sql.rows(OF_RUN, this::read, task.space().value(), task.run().value(), limit);
    }

    /** The next server, in order of names, for which something waits. */
    public Optional<String> receiverAfter(Sql sql, String receiver) throws SQLException {
        return sql.row(RECEIVER, row -> row.getString(1), receiver);
    }

    /** What may be sent to a server at a moment of hub time. */
    public List<NoticeRow> due(Sql sql, String receiver, long now, int limit) throws SQLException {
        return sql.rows(DUE, this::read, receiver, now, limit);
    }

    /** What may be sent to anybody at a moment of hub time, the longest due first. */
    public List<NoticeRow> due(Sql sql, long now, int limit) throws SQLException {
        return sql.rows(FIRST_DUE, this::read, now, limit);
    }

    /** How many wait, as far as a limit. */
    public long waiting(Sql sql, int limit) throws SQLException {
        return sql.number(WAITING, limit);
    }

    @Override
    protected Object[] key(NoticeRow.Key key) {
        return new Object[] {key.space().value(), key.id()};
    }

    @Override
    protected NoticeRow read(ResultSet row) throws SQLException {
        return new NoticeRow(
                new NoticeRow.Key(new Space(row.getString(1)), row.getString(2)),
                new RunId(row.getString(3)),
                row.getLong(4),
                Wire.read(TaskState.class, "about", row.getString(5)),
                Wire.read(NoticeChannel.class, "channel", row.getString(6)),
                row.getString(7),
                row.getString(8),
                Instant.ofEpochMilli(row.getLong(9)),
                Wire.read(NoticeState.class, "state", row.getString(10)),
                row.getInt(11),
                Columns.number(row, 12),
                row.getString(13));
    }

    @Override
    protected void bind(PreparedStatement statement, NoticeRow row) throws SQLException {
        statement.setString(3, row.run().value());
        statement.setLong(4, row.seq());
        statement.setString(5, Wire.name(row.about()));
        statement.setString(6, Wire.name(row.channel()));
        statement.setString(7, row.address());
        statement.setString(8, row.receiver());
        statement.setLong(9, row.createdAt().toEpochMilli());
        statement.setString(10, Wire.name(row.state()));
        statement.setInt(11, row.attempts());
        Columns.bind(statement, 12, row.due());
        statement.setString(13, row.lastError());
    }
}

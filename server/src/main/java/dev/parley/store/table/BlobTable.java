package dev.parley.store.table;

import dev.parley.protocol.BlobId;
import dev.parley.protocol.Space;
import dev.parley.store.Sql;
import dev.parley.store.Table;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Every blob that is complete, and how many messages refer to it. */
public final class BlobTable extends Table<BlobKey, BlobTable.Row> {
    public static final BlobTable TABLE = new BlobTable();

    private static final String COLUMNS =
            "space, blob_id, size, sha256, media_type, created_by, created_at, refs";

    /** One blob. */
    public record Row(
            BlobKey key,
            long size,
            String sha256,
            String mediaType,
            String createdBy,
            Instant createdAt,
            long refs) {
        /** The blob with one more message that refers to it. */
        public Row referred() {
            return new Row(key, size, sha256, mediaType, createdBy, createdAt, refs + 1);
        }
    }

    private BlobTable() {
        super(
                "blobs",
                List.of("space", "blob_id"),
                Row::key,
                List.of("size", "sha256", "media_type", "created_by", "created_at", "refs"),
                false);
    }

    public Optional<Row> find(Sql sql, BlobKey key) throws SQLException {
        return sql.row(
                "SELECT " + COLUMNS + " FROM blobs WHERE space = ? AND blob_id = ?",
                this::read,
                key(key));
    }

    /** Every blob after a key, in the order of keys. */
    public List<Row> page(Sql sql, String space, String blob, int limit) throws SQLException {
        return sql.rows(
                "SELECT "
                        + COLUMNS
                        + " FROM blobs WHERE (space, blob_id) > (?, ?)"
                        + " ORDER BY space, blob_id LIMIT ?",
                this::read,
                space,
                blob,
                limit);
    }

    /** Blobs that nothing has referred to since a moment. */
    public List<Row> unreferenced(Sql sql, Instant before, int limit) throws SQLException {
        return sql.rows(
                "SELECT "
                        + COLUMNS
                        + " FROM blobs WHERE refs = 0 AND created_at < ?"
                        + " ORDER BY created_at LIMIT ?",
                this::read,
                before.toEpochMilli(),
                limit);
    }

    @Override
    protected Object[] key(BlobKey key) {
        return new Object[] {key.space().value(), key.blob().value()};
    }

    @Override
    protected Row read(ResultSet row) throws SQLException {
        return new Row(
                new BlobKey(new Space(row.getString(1)), new BlobId(row.getString(2))),
                row.getLong(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                Instant.ofEpochMilli(row.getLong(7)),
                row.getLong(8));
    }

    @Override
    protected void bind(PreparedStatement statement, Row row) throws SQLException {
        statement.setLong(3, row.size);
        statement.setString(4, row.sha256);
        statement.setString(5, row.mediaType);
        statement.setString(6, row.createdBy);
        statement.setLong(7, row.createdAt.toEpochMilli());
        statement.setLong(8, row.refs);
    }
}

package dev.parley.store.table;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Columns that may be empty. */
final class Columns {
    private Columns() {}

    static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        long millis = row.getLong(column);
        return row.wasNull() ? null : Instant.ofEpochMilli(millis);
    }

    static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long number = row.getLong(column);
        return row.wasNull() ? null : number;
    }

    static void bind(PreparedStatement statement, int column, @Nullable Long value)
            throws SQLException {
        if (value == null) {
            statement.setNull(column, Types.BIGINT);
        } else {
            statement.setLong(column, value);
        }
    }

    static void bind(PreparedStatement statement, int column, @Nullable Instant value)
            throws SQLException {
        bind(statement, column, value == null ? null : Long.valueOf(value.toEpochMilli()));
    }
}

package dev.parley.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the engine must know of a table to load and store its rows by key: the columns, in the order
 * in which rows are read and bound, the key first.
 *
 * @param <K> the key, a value
 * @param <V> the row, a value that holds its key
 */
public abstract class Table<K, V> {
    private final String select;
    private final String selectMany;
    private final String insert;
    private final String delete;
    private final List<String> key;
    private final Function<V, K> keyOf;

    /** Rows of a table that is only ever added to are inserted; others replace what was there. */
    protected Table(
            String name,
            List<String> key,
            Function<V, K> keyOf,
            List<String> rest,
            boolean addedToOnly) {
        this.key = key;
        this.keyOf = keyOf;
        var columns = Stream.concat(key.stream(), rest.stream()).collect(Collectors.joining(", "));
        var matches = key.stream().map(k -> k + " = ?").collect(Collectors.joining(" AND "));
        this.select = "SELECT " + columns + " FROM " + name + " WHERE " + matches;
        this.selectMany =
                "SELECT "
                        + columns
                        + " FROM "
                        + name
                        + " JOIN unnest("
                        + String.join(", ", Collections.nCopies(key.size(), "?::text[]"))
                        + ") AS wanted("
                        + String.join(", ", key)
                        + ") USING ("
                        + String.join(", ", key)
                        + ")";
        this.delete = "DELETE FROM " + name + " WHERE " + matches;
        var marks = String.join(", ", Collections.nCopies(key.size() + rest.size(), "?"));
        var plain = "INSERT INTO " + name + " (" + columns + ") VALUES (" + marks + ")";
        this.insert = addedToOnly ? plain : plain + replacing(key, rest);
    }

    private static String replacing(List<String> key, List<String> rest) {
        var conflict = " ON CONFLICT (" + String.join(", ", key) + ") DO ";
        if (rest.isEmpty()) {
            return conflict + "NOTHING";
        }
        return conflict
                + "UPDATE SET "
                + rest.stream().map(c -> c + " = excluded." + c).collect(Collectors.joining(", "));
    }

    /** The key's values in the order of its columns. */
    protected abstract Object[] key(K key);

    protected abstract V read(ResultSet row) throws SQLException;

    /** Binds the columns beside the key, if there are any; those of the key are bound by then. */
    protected void bind(PreparedStatement statement, V row) throws SQLException {}

    /** Whether nearly every batch looks at some of these rows, the same ones again and again. */
    protected boolean isRemembered() {
        return false;
    }

    final K keyOf(V row) {
        return keyOf.apply(row);
    }

    /** Binds a whole row. */
    final void bindAll(PreparedStatement statement, V row) throws SQLException {
        Sql.bind(statement, key(keyOf(row)));
        bind(statement, row);
    }

    final String select() {
        return select;
    }

    /** For PostgreSQL: many rows by arrays of their (textual) keys, in one round trip. */
    final String selectMany() {
        return selectMany;
    }

    final String insert() {
        return insert;
    }

    final String delete() {
        return delete;
    }

    final int keyWidth() {
        return key.size();
    }
}

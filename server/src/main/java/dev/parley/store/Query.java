package dev.parley.store;

import java.sql.SQLException;

/** One read, of at most a page of rows, that sees a single state of the store. */
@FunctionalInterface
public interface Query<R> {
    R read(Sql sql) throws SQLException;
}

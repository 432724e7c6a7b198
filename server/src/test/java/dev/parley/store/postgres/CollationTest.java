package dev.parley.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.TestParley;
import org.junit.jupiter.api.Test;

/** Most databases sort as people do; keys sort by their bytes all the same. */
class CollationTest {
    @Test
    void runsAreListedWhateverTheDatabaseSortsBy() {
        try (var parley = TestParley.with("store.url", americanDatabase()).start()) {
            var owner = parley.owner();
            var older = owner.run("{}");
            var newer = owner.run("{}");
            assertThat(owner.get("/api/runs").all("items", "run_id"))
                    .containsExactlyInAnyOrder(newer, older);
            assertThat(parley.agent("bob").get("/api/runs").all("items", "run_id"))
                    .containsExactlyInAnyOrder(newer, older);
        }
    }

    @Test
    void agentsAreOrderedByTheBytesOfTheirNames() throws Exception {
        var dialect = new PostgresDialect(americanDatabase());
        dialect.prepare();
        try (var sql = dialect.connect()) {
            for (var agent : new String[] {"a", "B", "~"}) {
                sql.update("INSERT INTO cursors VALUES ('default', 'run_1', ?, 1)", agent);
            }
            assertThat(sql.rows("SELECT agent FROM cursors ORDER BY 1", row -> row.getString(1)))
                    .containsExactly("B", "a", "~");
        }
    }

    @Test
    void everyKeySortsByItsBytes() throws Exception {
        try (var sql = new PostgresStores().dialect().connect()) {
            var others =
                    sql.rows(
                            """
                            SELECT DISTINCT c.relname || '.' || a.attname
                            FROM pg_index i
                            JOIN pg_class c ON c.oid = i.indrelid
                            JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
                            WHERE c.relnamespace = 'public'::regnamespace
                            AND a.atttypid = 'text'::regtype
                            AND a.attcollation <> '"C"'::regcollation
                            """,
                            row -> row.getString(1));
            assertThat(others).isEmpty();
        }
    }

    private static String americanDatabase() {
        var stores = new PostgresStores();
        var name = stores.name() + "_american";
        PostgresStores.execute(
                "CREATE DATABASE "
                        + name
                        + " TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US' LOCALE 'C'");
        return stores.url().replace("/" + stores.name() + "?", "/" + name + "?");
    }
}

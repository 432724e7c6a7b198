package dev.parley.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.Driver;

final class DatabaseTest {
    @TempDir Path data;

    @ParameterizedTest
    @CsvSource({
        "postgresql://ann:secret@db/parley, jdbc:postgresql://db/parley?user=ann&password=secret",
        "postgres://ann@db:5433/parley, jdbc:postgresql://db:5433/parley?user=ann",
        "postgresql://db/parley?sslmode=require, jdbc:postgresql://db/parley?sslmode=require",
        "postgresql://ann:s%40c@db/p?sslmode=require,"
                + " jdbc:postgresql://db/p?user=ann&password=s%40c&sslmode=require",
        "jdbc:postgresql://db/parley?user=ann&password=secret,"
                + " jdbc:postgresql://db/parley?user=ann&password=secret"
    })
    void everyUsualSpellingBecomesWhatTheDriverWants(String url, String jdbcUrl) {
        assertThat(database(url)).isEqualTo(new Database.Postgres(jdbcUrl));
    }

    @Test
    void theDriverReadsBackWhatWasWritten() {
        var url = ((Database.Postgres) database("postgresql://a%20b:p%26%3D%2B+%25@h/d")).jdbcUrl();

        var properties = Driver.parseURL(url, null);

        assertThat(properties).isNotNull();
        assertThat(properties.getProperty("user")).isEqualTo("a b");
        assertThat(properties.getProperty("password")).isEqualTo("p&=++%");
    }

    @Test
    void withoutAUrlTheStoreIsEmbedded() {
        assertThat(database("")).isEqualTo(new Database.Embedded());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgresql://ann:hunter2@db/parley",
                "jdbc:postgresql://db/parley?user=ann&password=hunter2",
                "jdbc:postgresql://db/parley?user=ann&sslPassword=hunter2&ssl=true"
            })
    void aPasswordIsNeverShown(String url) {
        var config = resolve(url);

        assertThat(config.toString()).contains("***").doesNotContain("hunter2");
        assertThat(config.settings())
                .filteredOn(setting -> setting.key().equals("store.url"))
                .singleElement()
                .satisfies(
                        setting ->
                                assertThat(setting.value())
                                        .startsWith("jdbc:postgresql://db/parley?")
                                        .contains("user=ann", "=***")
                                        .doesNotContain("hunter2"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mysql://ann:secret@db/parley",
                "postgresql://ann:secret@db",
                "postgresql://ann:%zz-secret@db/parley",
                "parley secret"
            })
    void anythingElseIsRefusedWithoutShowingIt(String url) {
        assertThatThrownBy(() -> resolve(url))
                .hasMessage(
                        "store.url must be empty for the embedded store, or"
                                + " postgresql://user:password@host:port/database, was ***"
                                + " (from --store)");
    }

    private Database database(String url) {
        return resolve(url).store().database();
    }

    private Config resolve(String url) {
        return Config.resolve(Map.of("--data", data.toString(), "--store", url), Map.of());
    }
}

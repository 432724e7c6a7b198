package dev.parley.config;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where everything is kept. Prints itself without its password. */
public sealed interface Database {
    /** A file of the data folder. */
    record Embedded() implements Database {
        @Override
        public String toString() {
            return "";
        }
    }

    /**
     * A PostgreSQL server.
     *
     * @param jdbcUrl as its driver wants it, with user and password; not for eyes
     */
    record Postgres(String jdbcUrl) implements Database {
        private static final String PLAIN_OR_ESCAPED = "(?:[^%s%%]|%%\\p{XDigit}{2})*";
        private static final Pattern URL =
                Pattern.compile(
                        "(?:jdbc:)?postgres(?:ql)?://"
                                + ("(?:(?<user>" + PLAIN_OR_ESCAPED.formatted("@:/?") + ")")
                                + ("(?::(?<password>" + PLAIN_OR_ESCAPED.formatted("/?") + "))?@)?")
                                + "(?<host>[^/?@]+)/(?<database>[^/?]+)(?:\\?(?<options>.*))?");
        private static final Pattern PASSWORD =
                Pattern.compile("([?&][^=&]*password[^=&]*=)[^&]*", Pattern.CASE_INSENSITIVE);

        /**
         * Moves a user and password before the host to where the driver looks for them; their
         * percent signs are read as such, for that is how addresses hold an {@code @}.
         */
        static Optional<Postgres> read(String text) {
            var url = URL.matcher(text);
            if (!url.matches()) {
                return Optional.empty();
            }
            var options =
                    Arrays.asList(
                            option("user", url.group("user")),
                            option("password", url.group("password")),
                            Optional.ofNullable(url.group("options")).orElse(""));
            var query =
                    options.stream()
                            .filter(option -> !option.isEmpty())
                            .collect(Collectors.joining("&"));
            return Optional.of(
                    new Postgres(
                            "jdbc:postgresql://"
                                    + url.group("host")
                                    + "/"
                                    + url.group("database")
                                    + (query.isEmpty() ? "" : "?" + query)));
        }

        private static String option(String name, @Nullable String value) {
            if (value == null || value.isEmpty()) {
                return "";
            }
            var plain = URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
            return name
                    + "="
                    + URLEncoder.encode(plain, StandardCharsets.UTF_8).replace("+", "%20");
        }

        @Override
        public String toString() {
            return PASSWORD.matcher(jdbcUrl).replaceAll("$1***");
        }
    }

    static Optional<Database> read(String text) {
        return text.isEmpty()
                ? Optional.of(new Embedded())
                : Postgres.read(text).map(postgres -> postgres);
    }
}

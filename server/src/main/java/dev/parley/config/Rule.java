package dev.parley.config;

import dev.parley.model.ModelRef;
import dev.parley.notice.Allowed;
import dev.parley.notice.MailServer;
import dev.parley.notice.Seal;
import dev.parley.protocol.ParleyException;
import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a key's value may be.
 *
 * @param must the rule in words: {@code must be between 0 and 65535}
 * @param read the value that a text stands for, if it stands for one
 * @param allows whether a value keeps the rule
 * @param show the value as text, without secrets
 */
record Rule<T>(
        String must,
        Function<String, Optional<T>> read,
        Predicate<T> allows,
        Function<T, String> show) {

    static Rule<Integer> between(int min, int max) {
        return new Rule<>(
                "must be between " + min + " and " + max,
                text -> number(text).filter(n -> n == n.intValue()).map(Long::intValue),
                n -> min <= n && n <= max,
                String::valueOf);
    }

    /** A time; written without a unit, so that nobody takes it for another. */
    static Rule<Integer> seconds(int max) {
        var whole = between(1, max);
        return new Rule<>(
                "must be a number of seconds between 1 and " + max + ", such as 300",
                whole.read,
                whole.allows,
                whole.show);
    }

    static Rule<Long> bytes(long min, long max) {
        return new Rule<>(
                "must be between " + Bytes.show(min) + " and " + Bytes.show(max),
                Bytes::read,
                n -> min <= n && n <= max,
                Bytes::show);
    }

    static Rule<Boolean> yesOrNo() {
        return new Rule<>(
                "must be true or false",
                text ->
                        switch (text) {
                            case "true" -> Optional.of(true);
                            case "false" -> Optional.of(false);
                            default -> Optional.empty();
                        },
                _ -> true,
                String::valueOf);
    }

    static <E extends Enum<E>> Rule<E> oneOf(Class<E> type) {
        var words = Arrays.stream(type.getEnumConstants()).map(Rule::word).toList();
        return new Rule<>(
                "must be " + String.join(" or ", words),
                text ->
                        Arrays.stream(type.getEnumConstants())
                                .filter(value -> word(value).equals(text))
                                .findFirst(),
                _ -> true,
                Rule::word);
    }

    static Rule<Path> path() {
        return new Rule<>(
                "must be a path",
                text -> {
                    try {
                        return text.isBlank()
                                ? Optional.empty()
                                : Optional.of(Path.of(text).toAbsolutePath().normalize());
                    } catch (InvalidPathException e) {
                        return Optional.empty();
                    }
                },
                Path::isAbsolute,
                Path::toString);
    }

    /** Paths, separated as in PATH. */
    static Rule<List<Path>> paths() {
        return new Rule<>(
                "must be absolute folders, separated by " + File.pathSeparator,
                text -> {
                    try {
                        return Optional.of(
                                Arrays.stream(text.split(Pattern.quote(File.pathSeparator)))
                                        .map(String::strip)
                                        .filter(path -> !path.isEmpty())
                                        .map(Path::of)
                                        .toList());
                    } catch (InvalidPathException _) {
                        return Optional.empty();
                    }
                },
                paths -> paths.stream().allMatch(Path::isAbsolute),
                paths ->
                        paths.stream()
                                .map(Path::toString)
                                .collect(Collectors.joining(File.pathSeparator)));
    }

    /** A host name or address, without scheme, port or path. */
    static Rule<String> host() {
        return new Rule<>(
                "must be a host name or an address, without scheme, port or path",
                Optional::of,
                Host.NAME.asMatchPredicate(),
                Function.identity());
    }

    static Rule<List<String>> hosts() {
        return new Rule<>(
                "must be host names, each with or without a port, separated by commas",
                text ->
                        Optional.of(
                                Arrays.stream(text.split(","))
                                        .map(String::strip)
                                        .filter(host -> !host.isEmpty())
                                        .map(host -> host.toLowerCase(Locale.ROOT))
                                        .toList()),
                hosts -> hosts.stream().allMatch(Host.NAME_AND_PORT.asMatchPredicate()),
                hosts -> hosts.stream().collect(Collectors.joining(", ")));
    }

    static Rule<Database> database() {
        return new Rule<>(
                "must be empty for the embedded store, or"
                        + " postgresql://user:password@host:port/database",
                Database::read,
                _ -> true,
                Database::toString);
    }

    static Rule<Seal> seal() {
        return new Rule<>(
                "must be empty, or whsec_ and the base64 of 24 to 64 random bytes; several are"
                        + " separated by commas",
                Seal::read,
                _ -> true,
                Seal::toString);
    }

    static Rule<Allowed> allowed() {
        return new Rule<>(
                "must be host names, addresses or ranges such as 10.1.0.0/16, separated by commas",
                Allowed::read,
                _ -> true,
                Allowed::toString);
    }

    /** The same as a host, or nothing. */
    static Rule<String> hostOrNone() {
        return new Rule<>(
                "must be empty, or a host name or an address, without scheme, port or path",
                Optional::of,
                host -> host.isEmpty() || Host.NAME.matcher(host).matches(),
                Function.identity());
    }

    static Rule<String> mailAddress() {
        return new Rule<>(
                "must be one address such as parley@example.com",
                Optional::of,
                address -> address.isEmpty() || MailServer.isAddress(address),
                Function.identity());
    }

    static Rule<String> text() {
        return new Rule<>("must be text", Optional::of, _ -> true, Function.identity());
    }

    static Rule<Optional<ModelRef>> modelOrNone() {
        return new Rule<>(
                "must be empty or provider:model, such as openai:gpt-5-mini",
                text -> {
                    try {
                        return Optional.of(
                                Optional.of(text)
                                        .filter(ref -> !ref.isEmpty())
                                        .map(ModelRef::read));
                    } catch (ParleyException _) {
                        return Optional.empty();
                    }
                },
                _ -> true,
                ref -> ref.map(ModelRef::toString).orElse(""));
    }

    static Rule<String> secret() {
        return new Rule<>(
                "must be text", Optional::of, _ -> true, text -> text.isEmpty() ? "" : "***");
    }

    private static Optional<Long> number(String text) {
        try {
            return Optional.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Numbers of bytes, written as {@code 1048576} or {@code 1 MiB}. */
    private static final class Bytes {
        private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");
        private static final Pattern TEXT = Pattern.compile("(\\d{1,15}) ?([KMGT]?i?B)?");

        static Optional<Long> read(String text) {
            var match = TEXT.matcher(text);
            if (!match.matches()) {
                return Optional.empty();
            }
            int power = match.group(2) == null ? 0 : UNITS.indexOf(match.group(2));
            long number = Long.parseLong(match.group(1));
            return power < 0 || number > Long.MAX_VALUE >> (10 * power)
                    ? Optional.empty()
                    : Optional.of(number << (10 * power));
        }

        static String show(long bytes) {
            int power = 0;
            while (power < UNITS.size() - 1 && bytes != 0 && bytes % 1024 == 0) {
                bytes /= 1024;
                power++;
            }
            return bytes + " " + UNITS.get(power);
        }
    }

    private static final class Host {
        private static final String TEXT = "[\\p{L}\\p{N}._-]+|\\[[0-9A-Fa-f:.%]+\\]";
        static final Pattern NAME = Pattern.compile(TEXT + "|[0-9A-Fa-f:.%]+");
        static final Pattern NAME_AND_PORT = Pattern.compile("(" + TEXT + ")(:\\d{1,5})?");
    }
}

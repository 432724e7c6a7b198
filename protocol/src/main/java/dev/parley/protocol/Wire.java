package dev.parley.protocol;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** How an enum is written on the wire: its name in lower case. */
public final class Wire {
    private static final Map<Enum<?>, String> NAMES = new ConcurrentHashMap<>();

    private Wire() {}

    public static String name(Enum<?> value) {
        return NAMES.computeIfAbsent(value, word -> word.name().toLowerCase(Locale.ROOT));
    }

    /**
     * Reads one of the enum's wire names; anything else is refused with the list of what is
     * allowed.
     */
    public static <E extends Enum<E>> E read(Class<E> type, String field, String value) {
        for (E candidate : type.getEnumConstants()) {
            if (name(candidate).equals(value)) {
                return candidate;
            }
        }
        var allowed =
                Arrays.stream(type.getEnumConstants())
                        .map(Wire::name)
                        .collect(Collectors.joining(", "));
        throw new ParleyException(
                Problem.BAD_VALUE,
                field + " must be one of " + allowed + ", was " + Names.quote(value));
    }
}

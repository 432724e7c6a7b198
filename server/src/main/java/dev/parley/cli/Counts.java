package dev.parley.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Collectors;

/** The numbers of an answer in one line: {@code (runs 3, messages 120)}. */
final class Counts {
    private Counts() {}

    static String of(JsonNode counts) {
        return counts.isEmpty()
                ? ""
                : counts.propertyStream()
                        .filter(count -> count.getValue().isNumber())
                        .map(count -> Printable.line(count.getKey() + " " + count.getValue()))
                        .collect(Collectors.joining(", ", " (", ")"));
    }
}
